import type { Point } from "#tests/journeys/driver.ts";

/** WebDriver's actions for a click. */
export function pressOf({ x, y }: Point) {
  return {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  };
}

/** WebDriver's actions for typing. */
export function keysOf(text: string) {
  const actions = [...text].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return { type: "key", id: "keyboard", actions };
}
