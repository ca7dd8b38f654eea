// Hosts' links are shown to everyone, so only URLs that can't run scripts become links.

/** The URL if it is http or https, else null. */
export function webUrl(text: string): string | null {
  try {
    const url = new URL(text.trim());
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
  } catch {
    return null;
  }
}

const HANDLE = /^[A-Za-z0-9_-]{1,60}$/;

function handleUrl(text: string, sign: "@" | "$", base: string): string | null {
  const trimmed = text.trim();
  const handle = trimmed.startsWith(sign) ? trimmed.slice(1) : trimmed;
  return HANDLE.test(handle) ? base + handle : webUrl(trimmed);
}

const PAYMENT_PAGE = /^https:\/\/(?:www\.)?(?:venmo\.com\/(?:u\/)?|cash\.app\/\$)([A-Za-z0-9_-]{1,60})\/?$/;

/** A payment handle with its sign; a URL unchanged. */
export function handleWords(text: string, sign: "@" | "$"): string {
  const trimmed = text.trim();
  const handle = PAYMENT_PAGE.exec(trimmed)?.[1] ?? trimmed;
  return webUrl(handle) !== null || handle.startsWith(sign) ? handle : sign + handle;
}

/** `@name`, `name` or a URL → the Venmo page to pay. */
export function venmoUrl(text: string): string | null {
  return handleUrl(text, "@", "https://venmo.com/u/");
}

/** `$name`, `name` or a URL → the Cash App page to pay. */
export function cashAppUrl(text: string): string | null {
  return handleUrl(text, "$", "https://cash.app/$");
}
