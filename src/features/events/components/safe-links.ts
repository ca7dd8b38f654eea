// What hosts type into link fields is shown to everybody, so only addresses that cannot run anything become links.

/** The address if it is one of the web, else null. */
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

/** A payment handle with its sign, as people know it; an address of another site as it is. */
export function handleWords(text: string, sign: "@" | "$"): string {
  const trimmed = text.trim();
  const handle = PAYMENT_PAGE.exec(trimmed)?.[1] ?? trimmed;
  return webUrl(handle) !== null || handle.startsWith(sign) ? handle : sign + handle;
}

/** `@name`, `name` or an address → the page where one pays by Venmo. */
export function venmoUrl(text: string): string | null {
  return handleUrl(text, "@", "https://venmo.com/u/");
}

/** `$name`, `name` or an address → the page where one pays by Cash App. */
export function cashAppUrl(text: string): string | null {
  return handleUrl(text, "$", "https://cash.app/$");
}
