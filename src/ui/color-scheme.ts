// The choice is stored in this browser; the default follows the system.
const SCHEME_KEY = "color-scheme";
export const SCHEMES = ["auto", "light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Runs in the head before first paint: applies the stored scheme, if any. */
export const schemeScript = `try{var s=localStorage.getItem("${SCHEME_KEY}");document.documentElement.setAttribute("data-color-scheme",s==="light"||s==="dark"?s:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light")}catch(e){}`;

/** The stored scheme, or `auto`. Browser only. */
export function chosenScheme(): Scheme {
  try {
    const kept = localStorage.getItem(SCHEME_KEY);
    return kept === "light" || kept === "dark" ? kept : "auto";
  } catch {
    return "auto";
  }
}

/** Stores and applies the choice. */
export function chooseScheme(scheme: Scheme): void {
  try {
    if (scheme === "auto") localStorage.removeItem(SCHEME_KEY);
    else localStorage.setItem(SCHEME_KEY, scheme);
  } catch {
    // Storage is blocked (private window): the choice lasts until the page unloads.
  }
  applyScheme(scheme);
}

function applyScheme(scheme: Scheme): void {
  const dark = scheme === "dark" || (scheme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-color-scheme", dark ? "dark" : "light");
}

/** While `auto` is chosen, follows the system's light or dark mode. Returns an unsubscribe function. */
export function followSystem(scheme: Scheme): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => applyScheme(scheme);
  system.addEventListener("change", follow);
  return () => system.removeEventListener("change", follow);
}
