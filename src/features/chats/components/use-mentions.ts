import { type RefObject, useEffect, useRef, useState } from "react";
import type { DeskTools } from "#src/features/chats/components/use-desk.ts";
import { foldName } from "#src/shared/fold-name.ts";

const MOST_SHOWN = 5;
/** An @ and the start of a name, up to the caret. */
const BEGUN = /(?<=^|[\s(])@([^@\n]{0,40})$/u;

/** Suggests names for the text after the last @ before the caret; none once a name is complete. */
export function suggest(text: string, names: readonly string[]): string[] {
  const begun = BEGUN.exec(text)?.[1]?.toLowerCase();
  if (begun === undefined) return [];
  // After a first name, a space continues to the last name; after a full name, it ends it.
  const start = foldName(begun) + (/\s$/u.test(begun) ? " " : "");
  const fit = names.filter((name) => foldName(name).startsWith(start));
  return fit.some((name) => name.toLowerCase() === begun) ? [] : fit.slice(0, MOST_SHOWN);
}

export type Mentions = {
  readonly shown: readonly string[];
  /** The index of the name that Enter picks. */
  readonly at: number;
  readonly choose: (name: string) => void;
  readonly onSelect: () => void;
  /** Returns true if the list handled the key. */
  readonly onKey: (key: string) => boolean;
};

/** Suggests names after an @ in the field. */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  { draft, setDraft }: Pick<DeskTools, "draft" | "setDraft">,
  names: readonly string[],
): Mentions {
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  /** The caret position once the picked name is in the field. */
  const goTo = useRef<number | null>(null);
  const before = draft.slice(0, caret);
  const shown = closedFor === before ? [] : suggest(before, names);
  const current = Math.min(at, Math.max(0, shown.length - 1));

  useEffect(() => {
    if (goTo.current === null) return;
    field.current?.setSelectionRange(goTo.current, goTo.current);
    goTo.current = null;
  }, [draft, field]);

  const choose = (name: string) => {
    const start = before.lastIndexOf("@") + 1;
    const rest = draft.slice(caret);
    const space = rest.startsWith(" ") ? "" : " ";
    setDraft(before.slice(0, start) + name + space + rest);
    goTo.current = start + name.length + 1;
    setCaret(goTo.current);
    setAt(0);
    field.current?.focus();
  };
  const onKey = (key: string): boolean => {
    const name = shown[current];
    if (name === undefined) return false;
    if (key === "ArrowDown") setAt((current + 1) % shown.length);
    else if (key === "ArrowUp") setAt((current + shown.length - 1) % shown.length);
    else if (key === "Enter" || key === "Tab") choose(name);
    else if (key === "Escape") setClosedFor(before);
    else return false;
    return true;
  };
  // Right after a pick, the field may still report the old caret position.
  const onSelect = () => setCaret(goTo.current ?? field.current?.selectionStart ?? 0);
  return { shown, at: current, choose, onSelect, onKey };
}
