/** The longest part of an id that is made of a title. */
const LONGEST_SLUG = 80;

/** Lower case, accents and punctuation gone, spaces to hyphens; empty when nothing is left. */
export function slug(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .split(/[\s-]+/);
  return words.filter(Boolean).join("-").slice(0, LONGEST_SLUG).replace(/-$/, "");
}
