// The choice is kept in this browser; without one the system decides.
const SCHEME_KEY = "color-scheme";
export const SCHEMES = ["auto", "light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Runs in the head, before anything is painted: marks the document with the chosen scheme, or leaves it to the system. */
export const schemeScript = `try{var s=localStorage.getItem("${SCHEME_KEY}");document.documentElement.setAttribute("data-color-scheme",s==="light"||s==="dark"?s:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light")}catch(e){}`;

/** The scheme the person chose, or `auto`. Only in the browser. */
export function chosenScheme(): Scheme {
  try {
    const kept = localStorage.getItem(SCHEME_KEY);
    return kept === "light" || kept === "dark" ? kept : "auto";
  } catch {
    return "auto";
  }
}

/** Keeps the choice and shows it at once. */
export function chooseScheme(scheme: Scheme): void {
  try {
    if (scheme === "auto") localStorage.removeItem(SCHEME_KEY);
    else localStorage.setItem(SCHEME_KEY, scheme);
  } catch {
    // Storage is closed (a private window): the choice then lasts as long as the page.
  }
  const dark = scheme === "dark" || (scheme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-color-scheme", dark ? "dark" : "light");
}
