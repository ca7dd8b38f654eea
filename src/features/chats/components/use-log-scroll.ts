import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Messages } from "#src/features/chats/components/room-messages.ts";
import type { Unsent } from "#src/features/chats/components/unsent.ts";

/** Distance from the end that counts as being there: touch scrolling rarely stops at the last pixel. */
const NEAR_PX = 64;

function isNearEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
}

type Before = { first: number; newest: number; height: number; room: number; unsent: number };

/** Whether the reader was at the end before the log changed. Reads the element, because scroll events arrive late. */
function wasNearEnd(box: HTMLElement, { height, room }: Before): boolean {
  return height === 0 || height - box.scrollTop - room < NEAR_PX;
}

/** Keeps the log at its end if the reader is there, else at their position; counts unseen messages. */
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
      // Older messages were added above: keep the visible ones in place.
      element.scrollTop += element.scrollHeight - was.height;
    } else if (isAtEnd.current || unsent.length > was.unsent) goToEnd();
  }, [first, newest, unsent, goToEnd]);

  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    // The keyboard opens, the composer grows, or fonts load: stay at the end.
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
