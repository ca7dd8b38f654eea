import { useRef, useState } from "react";
import type { MemberAnswer } from "#src/features/identity/member-fetch.ts";

type Save<T> = {
  send: () => Promise<MemberAnswer<T>>;
  /** Called for the last change only, because earlier responses are stale. */
  onSaved?: (value: T) => void;
  onRefused: () => void;
};

/** Saves settings optimistically, one at a time, and reports the result. */
export function useSaving() {
  const line = useRef(Promise.resolve());
  const newest = useRef(0);
  const [said, setSaid] = useState({ text: "", isError: false });
  function save<T>({ send, onSaved, onRefused }: Save<T>): void {
    const mine = (newest.current += 1);
    setSaid({ text: "", isError: false });
    line.current = line.current.then(async () => {
      const answer = await send();
      if (!answer.ok) onRefused();
      else if (mine === newest.current) onSaved?.(answer.value);
      const failed = !answer.ok && answer.status === 0 ? "This may not have been saved." : "Not saved.";
      if (!answer.ok) setSaid({ text: `${failed} ${answer.message}`, isError: true });
      // A success must not hide the refusal of a switch pressed just before it.
      else setSaid((now) => (now.isError ? now : { text: "Saved.", isError: false }));
    });
  }
  return { said, save };
}
