import { useLayoutEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const LONGEST_WAIT_MS = 5000;
const TAKEN_OVER_BY = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Scroll positions in CSS pixels, by the key of their history entry. */
const positions = new Map<string, number>();

/**
 * After Back or Forward, scrolls on to where the page was while what it loads makes it taller. React Router scrolls once,
 * as far as the page reaches at first.
 */
export function useKeptScroll(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    let goal = type === NavigationType.Pop ? (positions.get(key) ?? 0) : 0;
    const note = () => {
      if (goal === 0) positions.set(key, scrollY);
    };
    const end = () => {
      goal = 0;
    };
    const grown = new ResizeObserver(() => {
      if (goal === 0) return;
      if (scrollY < goal) scrollTo({ top: goal, behavior: "instant" });
      if (scrollY >= goal - 1) end();
    });
    if (goal > 0) grown.observe(document.body);
    const timer = setTimeout(end, LONGEST_WAIT_MS);
    for (const name of TAKEN_OVER_BY) addEventListener(name, end, { passive: true });
    addEventListener("scroll", note, { passive: true });
    return () => {
      grown.disconnect();
      clearTimeout(timer);
      for (const name of TAKEN_OVER_BY) removeEventListener(name, end);
      removeEventListener("scroll", note);
    };
  }, [key, type]);
}
