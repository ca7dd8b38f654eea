import { formatPhone, phoneDigits } from "#src/shared/contact.ts";

function digitsIn(text: string): number {
  return phoneDigits(text).length;
}

/** The offset after the nth digit of formatted text. */
function placeAfterDigit(formatted: string, count: number): number {
  if (count === 0) return 0;
  let seen = 0;
  for (let place = 1; place <= formatted.length; place += 1) {
    if (formatted[place - 1] !== "-") seen += 1;
    if (seen === count) return place;
  }
  return formatted.length;
}

/**
 * Computes digits, formatted text and caret after a change of the phone field.
 * @param before the digits before the change
 * @param typed the input's new value, dashes included
 * @param caret the browser's caret position
 * @param isForward whether it was a forward deletion
 */
export function editPhone(
  before: string,
  typed: string,
  caret: number,
  isForward = false,
): { readonly digits: string; readonly shown: string; readonly caret: number } {
  let digits = phoneDigits(typed);
  let digitsBefore = digitsIn(typed.slice(0, caret));
  // Only a dash was deleted: delete the digit beside it, or the key would seem dead.
  if (`${typed.slice(0, caret)}-${typed.slice(caret)}` === formatPhone(before)) {
    const gone = isForward ? digitsBefore : digitsBefore - 1;
    if (gone >= 0) digits = digits.slice(0, gone) + digits.slice(gone + 1);
    if (!isForward) digitsBefore = Math.max(0, digitsBefore - 1);
  }
  const shown = formatPhone(digits);
  return { digits: phoneDigits(shown), shown, caret: placeAfterDigit(shown, digitsBefore) };
}
