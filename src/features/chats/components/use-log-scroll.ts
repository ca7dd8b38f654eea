import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Messages } from "#src/features/chats/components/room-messages.ts";
import type { Unsent } from "#src/features/chats/components/unsent.ts";

/** This near to the end a reader is there: a thumb rarely stops at the last pixel. */
const NEAR_PX = 64;

function isNearEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
}

type Before = { first: number; newest: number; height: number; room: number; unsent: number };

/** Whether the reader was at the end before the log changed. Asked of the box itself: news of a scroll comes late. */
function wasNearEnd(box: HTMLElement, { height, room }: Before): boolean {
  return height === 0 || height - box.scrollTop - room < NEAR_PX;
}

/** Keeps a log at its end while its reader is there, else where they read; counts what they have not seen. */
export function useLogScroll(messages: Messages, unsent: readonly Unsent[]) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const before = useRef<Before>({ first: 0, newest: 0, height: 0, room: 0, unsent: 0 });
  const [seen, setSeen] = useState(0);
  const newest = messages.at(-1)?.seq ?? 0;
  const first = messages[0]?.seq ?? 0;

  const goToEnd = useCallback(() => {
    isAtEnd.current = true;
    setSeen(before.current.newest);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const was = before.current;
    isAtEnd.current &&= wasNearEnd(element, was);
    const room = element.clientHeight;
    before.current = { first, newest, height: element.scrollHeight, room, unsent: unsent.length };
    if (first < was.first && !isAtEnd.current) {
      // Older ones came in above: what is being read stays where it is.
      element.scrollTop += element.scrollHeight - was.height;
    } else if (isAtEnd.current || unsent.length > was.unsent) goToEnd();
  }, [first, newest, unsent, goToEnd]);

  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    // The keyboard comes up, the composer grows, letters arrive: at the end one stays at the end.
    const resized = new ResizeObserver(() => {
      isAtEnd.current &&= wasNearEnd(element, before.current);
      before.current = { ...before.current, height: element.scrollHeight, room: element.clientHeight };
      if (isAtEnd.current) goToEnd();
    });
    resized.observe(element);
    resized.observe(content.current);
    const scrolled = () => {
      isAtEnd.current = isNearEnd(element);
      if (isAtEnd.current) setSeen(before.current.newest);
    };
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", scrolled);
    };
  }, [goToEnd]);

  return { box, content, unseen: messages.filter(({ seq }) => seq > seen).length, goToEnd };
}
