import { useEffect, useRef } from "react";

/** The list's keyboard shortcuts, as the help explains them. */
export const LIST_KEYS = [
  ["j or ↓", "next person"],
  ["k or ↑", "previous person"],
  ["n", "next person without a choice"],
  ["1 to 9", "choose that record, or take the choice back"],
  ["Space", "choose the first record"],
  ["m", "merge the records"],
  ["s", "submit the approvals"],
  ["t", "take over what is chosen of the join form"],
  ["d", "dismiss the join form"],
  ["r", "read the list again"],
  ["?", "show or hide this help"],
] as const;

export type ListActions = {
  move: (by: 1 | -1) => void;
  nextOpen: () => void;
  choose: (index: number) => void;
  merge: () => void;
  submit: () => void;
  takeOver: () => void;
  dismiss: () => void;
  reload: () => void;
  help: () => void;
};

const isWriting = (element: Element) => element.closest("input, textarea, select, [contenteditable], dialog") !== null;

/**
 * The action of a key; null if it is not a shortcut. Arrows and Space keep their default unless a card has the focus.
 */
function actionOf(event: KeyboardEvent, actions: ListActions): (() => void) | null {
  const onCard = event.target instanceof Element && event.target.matches("[data-request]");
  if (onCard && event.key === "ArrowDown") return () => actions.move(1);
  if (onCard && event.key === "ArrowUp") return () => actions.move(-1);
  if (onCard && event.key === " ") return () => actions.choose(0);
  if (/^[1-9]$/.test(event.key)) return () => actions.choose(Number(event.key) - 1);
  const letters: Readonly<Record<string, () => void>> = {
    j: () => actions.move(1),
    k: () => actions.move(-1),
    n: actions.nextOpen,
    m: actions.merge,
    s: actions.submit,
    t: actions.takeOver,
    d: actions.dismiss,
    r: actions.reload,
    "?": actions.help,
  };
  return letters[event.key] ?? null;
}

/** Handles the list's keys while `isOn`, and the list or nothing has the focus. */
export function useListKeys(panel: React.RefObject<HTMLElement | null>, isOn: boolean, actions: ListActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const { target } = event;
      if (!(target instanceof Element) || isWriting(target)) return;
      // Elsewhere on the page, letters are not shortcuts.
      if (target !== document.body && !panel.current?.contains(target)) return;
      const act = actionOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn, panel]);
}
