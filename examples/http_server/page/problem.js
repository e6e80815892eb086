// What went wrong, where everybody sees it.

import { byId, h, plain, replace } from "./dom.js";
import { KeyNeeded } from "./key.js";

let again = null;

export function clearProblem() {
  replace(byId("problem"));
}

export function showProblem(error, retry) {
  again = retry;
  const label = error instanceof KeyNeeded ? "Enter the key" : "Try again";
  replace(byId("problem"),
    h("div", { class: "banner" }, h("p", {}, plain(error.message)),
      retry ? h("button", { type: "button", click: () => { clearProblem(); again(); } }, label) : null));
}

// An action whose failure is shown at the page's top, with a button to try it again.
export function guarded(action) {
  const run = (...given) => Promise.resolve(action(...given)).catch((error) => showProblem(error, () => run(...given)));
  return run;
}

// A form's failure is told beside the form.
export function refusal(element, error) {
  replace(element, h("span", { class: "refused" }, plain(error.message)));
}
