// Elements from names, attributes and text. Nothing is ever parsed as HTML: what people said is
// hostile until shown as text.

const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(name, attributes = {}, ...children) {
  return build(document.createElement(name), attributes, children);
}

export const byId = (id) => document.getElementById(id);

const PATHS = {
  earlier: "M10 3 5 8l5 5",
  later: "m6 3 5 5-5 5",
  in: "M8 3v10M3 8h10",
  out: "M3 8h10",
  bin: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M7 7v3.5M9 7v3.5",
  close: "m4 4 8 8M12 4l-8 8",
};

export function icon(name) {
  const path = build(document.createElementNS(SVG, "path"), { d: PATHS[name] }, []);
  return build(document.createElementNS(SVG, "svg"), { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" }, [path]);
}

// Characters that turn the direction of all that follows, and controls, which nobody sees. Each is
// shown by its name, so that no text can pass for another. Marks of one place (U+200E, U+200F) stay:
// Hebrew and Arabic are written with them, and each text is isolated from what stands around it.
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u;
const NAMES = {
  0x2028: "LS", 0x2029: "PS", 0x202a: "LRE", 0x202b: "RLE", 0x202c: "PDF", 0x202d: "LRO", 0x202e: "RLO",
  0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
};

function nameOf(character) {
  const code = character.codePointAt(0);
  return NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

// What was said, as nodes.
export function spoken(text) {
  return text
    .split(new RegExp(`(${HIDDEN.source})`, "u"))
    .filter((part) => part !== "")
    .map((part) => (HIDDEN.test(part) ? h("span", { class: "hidden-mark", title: "a character that isn’t seen" }, nameOf(part)) : part));
}

// The same for attributes and announcements, which hold text only.
export function plain(text) {
  return text
    .split("")
    .map((c) => (HIDDEN.test(c) ? `[${nameOf(c)}]` : c))
    .join("");
}

// A modal dialog: the browser keeps the focus inside and the rest of the page out of reach.
// `fill(body, dialog, heading)` fills it; the focus begins at [autofocus], else at the heading, and
// returns to what opened it, or to what `after` names if that is gone.
export function openDialog(title, fill, { wide = false, after } = {}) {
  const opener = document.activeElement;
  const id = `dialog-${(openDialog.count = (openDialog.count ?? 0) + 1)}`;
  const close = h("button", { type: "button", class: "quiet square", "aria-label": "Close", click: () => dialog.close() }, icon("close"));
  const head = h("h2", { id, tabindex: "-1" }, title);
  const body = h("div", { class: "dialog-body" });
  const dialog = h("dialog", { "aria-labelledby": id, class: wide ? "wide" : null }, h("div", { class: "dialog-head" }, head, close), body);
  dialog.addEventListener("close", () => {
    dialog.remove();
    // What opened it may have been drawn anew, or be gone with what was deleted.
    const back = opener?.isConnected && opener !== document.body ? opener : after?.();
    back?.focus();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  fill(body, dialog, head);
  dialog.showModal();
  (body.querySelector("[autofocus]") ?? head).focus();
  return dialog;
}

export function replace(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}
