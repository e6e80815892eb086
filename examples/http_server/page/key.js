// The API key: asked for when the server answers 401, kept until the tab is closed.

import { byId, h, openDialog } from "./dom.js";

const NAME = "whosaid-key";

export const storedKey = () => sessionStorage.getItem(NAME);

export function dropKey() {
  sessionStorage.removeItem(NAME);
}

let asking = null;

// Resolves when a key was given; several calls may wait for the same one.
export function askForKey(refused) {
  asking ??= new Promise((resolve) => {
    let given = false;
    openDialog(
      "The server asks for its key",
      (body, dialog) => {
        const input = h("input", { id: "key", type: "password", required: true, autocomplete: "off", autofocus: true,
          "aria-describedby": "key-hint" });
        const submit = (event) => {
          event.preventDefault();
          given = true;
          sessionStorage.setItem(NAME, input.value);
          dialog.close();
        };
        body.append(
          refused ? h("p", { class: "banner", role: "alert" }, "The server refused this key.") : "",
          h("form", { class: "stack", submit },
            h("label", { for: "key" }, "API key"), input,
            h("p", { id: "key-hint", class: "status" }, "It is what WHOSAID_API_KEY was set to when the server was started, and is kept until this tab is closed."),
            h("div", { class: "actions" }, h("button", { type: "submit", class: "main" }, "Go on"))));
        dialog.addEventListener("close", () => {
          asking = null;
          byId("drop-key").hidden = !given;
          resolve(given);
        });
      });
  }).then((given) => {
    if (!given) throw new KeyNeeded();
  });
  return asking;
}

export class KeyNeeded extends Error {
  constructor() {
    super("The server answers only those who have its key.");
  }
}
