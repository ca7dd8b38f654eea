/** Longer than the pause of a double tap, in milliseconds. */
const PAUSE_MS = 700;
/** Maximum distance between the two taps, in CSS pixels. */
const SPREAD_PX = 30;

const CONTROLS = "label, a, button, input, select, textarea, summary";

/** The control's action, without digits: a number in its label may count the presses. */
const actionOf = (control: Element) =>
  `${control.getAttribute("aria-pressed")} ${control.textContent.replace(/\d/g, "")}`;

const controlOf = ({ target }: Event) => (target instanceof Element ? target.closest(CONTROLS) : null);

type Press = { readonly event: MouseEvent; readonly control: Element; readonly action: string };

/**
 * Whether a press on `other` repeats the last action: the same button if its action is unchanged, a label's field, or
 * the same button in the next row or step.
 */
function isSame({ control, action }: Press, other: Element | null): boolean {
  if (control instanceof HTMLLabelElement && control.control === other) return true;
  return other !== null && (control === other || control.textContent !== "") && action === actionOf(other);
}

/**
 * Ignores the second tap of a double tap on anything that moved under the finger after the first: a sheet that opened,
 * content it covered, another button in that place, or the same button with a new action (“Reopen the poll”).
 */
export function guardDoubleTaps(): void {
  let last: Press | null = null;
  const guard = (event: MouseEvent) => {
    // Presses by keyboard or script have no position.
    if (event.detail === 0) return;
    const isDouble =
      last !== null &&
      event.timeStamp - last.event.timeStamp < PAUSE_MS &&
      Math.hypot(event.clientX - last.event.clientX, event.clientY - last.event.clientY) < SPREAD_PX &&
      // Mouse clicks count only if the system reports a double click.
      (event.detail > 1 || (event instanceof PointerEvent && event.pointerType === "touch"));
    const control = controlOf(event);
    if (isDouble && last !== null && !isSame(last, control)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else last = control && { event, control, action: actionOf(control) };
  };
  addEventListener("click", guard, { capture: true });
}
