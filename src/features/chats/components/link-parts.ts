import { webUrl } from "#src/features/events/components/safe-links.ts";

/** A part of a message; `href` is set for links. */
export type TextPart = { readonly text: string; readonly href: string | null };

const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
/** Punctuation that ends a sentence rather than a URL. */
const TRAILING = /[.,;:!?'*_]+$/;

/** Trims sentence punctuation, or a closing bracket opened before the URL. */
function trimmed(address: string): string {
  const bare = address.replace(TRAILING, "");
  const isOpen = bare.endsWith(")") && bare.split("(").length < bare.split(")").length;
  return isOpen ? trimmed(bare.slice(0, -1)) : bare;
}

/** Splits text into web links and plain text. */
export function linkParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    const href = webUrl(address);
    if (href === null) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}
