/** Longer than the pause within a double tap, in milliseconds. */
const PAUSE_MS = 700;
/** How far apart its taps may be, in CSS pixels. */
const SPREAD_PX = 30;

const CONTROLS = "label, a, button, input, select, textarea, summary";

/** What the control says that it does. Without digits, because a number in it may count the presses. */
const actionOf = (control: Element) =>
  `${control.getAttribute("aria-pressed")} ${control.textContent.replace(/\d/g, "")}`;

const controlOf = ({ target }: Event) => (target instanceof Element ? target.closest(CONTROLS) : null);

type Press = { readonly event: MouseEvent; readonly control: Element; readonly action: string };

/**
 * Whether a press on `other` asks for what the last one did: on the same button if it still does that, on a label's field,
 * or on the same button of the next row or step.
 */
function isSame({ control, action }: Press, other: Element | null): boolean {
  if (control instanceof HTMLLabelElement && control.control === other) return true;
  return other !== null && (control === other || control.textContent !== "") && action === actionOf(other);
}

/**
 * The second tap of a double tap presses nothing that has come under the finger since the first: not the sheet that opened,
 * nor what it covered, nor another button in that place, nor a button that has become another (“Reopen the poll”).
 */
export function guardDoubleTaps(): void {
  let last: Press | null = null;
  const guard = (event: MouseEvent) => {
    // Keys and scripts press without a position.
    if (event.detail === 0) return;
    const isDouble =
      last !== null &&
      event.timeStamp - last.event.timeStamp < PAUSE_MS &&
      Math.hypot(event.clientX - last.event.clientX, event.clientY - last.event.clientY) < SPREAD_PX &&
      // With a mouse only what the system takes for a double click.
      (event.detail > 1 || (event instanceof PointerEvent && event.pointerType === "touch"));
    const control = controlOf(event);
    if (isDouble && last !== null && !isSame(last, control)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else last = control && { event, control, action: actionOf(control) };
  };
  addEventListener("click", guard, { capture: true });
}
