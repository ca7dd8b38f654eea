/** Maximum length of the part of an id that comes from a title. */
const LONGEST_SLUG = 80;

/** Lower case, without accents and punctuation, spaces as hyphens; empty if nothing is left. */
export function slug(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .split(/[\s-]+/);
  return words.filter(Boolean).join("-").slice(0, LONGEST_SLUG).replace(/-$/, "");
}
