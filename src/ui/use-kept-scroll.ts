import { useLayoutEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const LONGEST_WAIT_MS = 5000;
const USER_INPUT = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Scroll positions in CSS pixels, by the key of their history entry. */
const positions = new Map<string, number>();

/**
 * After Back or Forward, keeps scrolling to the saved position while the page loads and grows. React Router scrolls
 * only once.
 */
export function useKeptScroll(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    let goal = type === NavigationType.Pop ? (positions.get(key) ?? 0) : 0;
    const abort = new AbortController();
    const options = { passive: true, signal: abort.signal };
    addEventListener("scroll", () => goal > 0 || positions.set(key, scrollY), options);
    if (goal > 0) {
      const growth = new ResizeObserver(() => {
        if (scrollY < goal) scrollTo({ top: goal, behavior: "instant" });
        if (scrollY >= goal - 1) finish();
      });
      const timer = setTimeout(finish, LONGEST_WAIT_MS);
      function finish(): void {
        goal = 0;
        growth.disconnect();
        clearTimeout(timer);
      }
      growth.observe(document.body);
      for (const name of USER_INPUT) addEventListener(name, finish, options);
      abort.signal.addEventListener("abort", finish);
    }
    return () => abort.abort();
  }, [key, type]);
}
