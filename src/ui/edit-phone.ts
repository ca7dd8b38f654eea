import { formatPhone, phoneDigits } from "#src/shared/contact.ts";

function digitsIn(text: string): number {
  return phoneDigits(text).length;
}

/** The place in formatted text that follows its nth digit. */
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
 * What a change of the phone field means: the digits, how they are shown, and where the caret stands then.
 * @param before the digits before the change
 * @param typed what the browser has put into the field, dashes and all
 * @param caret where the browser's caret stands in it
 * @param isForward whether it was a deletion of what follows the caret
 */
export function editPhone(
  before: string,
  typed: string,
  caret: number,
  isForward = false,
): { readonly digits: string; readonly shown: string; readonly caret: number } {
  let digits = phoneDigits(typed);
  let digitsBefore = digitsIn(typed.slice(0, caret));
  // Only the dash at the caret was deleted. It stands for the digit beside it, or the key would seem dead.
  if (`${typed.slice(0, caret)}-${typed.slice(caret)}` === formatPhone(before)) {
    const gone = isForward ? digitsBefore : digitsBefore - 1;
    if (gone >= 0) digits = digits.slice(0, gone) + digits.slice(gone + 1);
    if (!isForward) digitsBefore = Math.max(0, digitsBefore - 1);
  }
  const shown = formatPhone(digits);
  return { digits: phoneDigits(shown), shown, caret: placeAfterDigit(shown, digitsBefore) };
}
