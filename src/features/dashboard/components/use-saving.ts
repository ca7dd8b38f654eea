import { useRef, useState } from "react";
import type { MemberAnswer } from "#src/features/identity/member-fetch.ts";

type Save<T> = {
  send: () => Promise<MemberAnswer<T>>;
  /** Only of the last change: what the others answer is older than what the page shows. */
  onSaved?: (value: T) => void;
  onRefused: () => void;
};

/** Saves settings that show at once, one after the other, and says what came of it. */
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
      const failed = !answer.ok && answer.status === 0 ? "Perhaps not saved." : "Not saved.";
      if (!answer.ok) setSaid({ text: `${failed} ${answer.message}`, isError: true });
      // Of several pressed at once, the one that was refused is not talked over.
      else setSaid((now) => (now.isError ? now : { text: "Saved.", isError: false }));
    });
  }
  return { said, save };
}
