import { html, type Html } from "./html.ts";
import { asset } from "./assets/assets.ts";

/** The symbols of `assets/icons.svg`, without their prefix. */
export type IconName =
  | "alert"
  | "arrow"
  | "audit"
  | "chat"
  | "check"
  | "close"
  | "course"
  | "done"
  | "down"
  | "download"
  | "edit"
  | "file"
  | "filter"
  | "globe"
  | "group"
  | "home"
  | "idea"
  | "info"
  | "integrity"
  | "job"
  | "join"
  | "keep"
  | "key"
  | "keyboard"
  | "leave"
  | "link"
  | "lock"
  | "logo"
  | "menu"
  | "minus"
  | "out"
  | "pause"
  | "people"
  | "plug"
  | "plus"
  | "print"
  | "review"
  | "right"
  | "run"
  | "search"
  | "send"
  | "table"
  | "undo"
  | "upload"
  | "user";

/** Draws an icon that repeats what the text beside it says. */
export function icon(name: IconName, kind = ""): Html {
  return html`<svg class="i${kind !== "" && html` ${kind}`}" aria-hidden="true"><use href="${asset("icons.svg")}#i-${name}" /></svg>`;
}
