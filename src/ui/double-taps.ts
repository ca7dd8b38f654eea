/** Longer than the pause within a double tap, in milliseconds. */
const PAUSE_MS = 500;
/** How far apart its taps may be, in CSS pixels. */
const SPREAD_PX = 30;

const CONTROLS = "label, a, button, input, select, textarea, summary";

const controlOf = ({ target }: Event) => (target instanceof Element ? target.closest(CONTROLS) : null);

/** Whether a press on one is a press on the other too: a label's field, or the same button of the next row or step. */
const isSame = (one: Element, other: Element | null) =>
  one === other ||
  (one instanceof HTMLLabelElement && one.control === other) ||
  (one.textContent !== "" && one.textContent === other?.textContent);

/**
 * The second tap of a double tap presses nothing that has come under the finger since the first: not the sheet that opened,
 * nor what it covered, nor another button in that place.
 */
export function guardDoubleTaps(): void {
  let last: { event: MouseEvent; control: Element } | null = null;
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
    if (isDouble && last !== null && !isSame(last.control, control)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else last = control && { event, control };
  };
  addEventListener("click", guard, { capture: true });
}
