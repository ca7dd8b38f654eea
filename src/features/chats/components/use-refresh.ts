import { useEffect } from "react";
import type { Failure } from "#src/shared/result.ts";

/** Chat pages poll this often even with live updates, because counts and members change too. */
const REFRESH_MS = 15_000;

/** Calls `refresh` every 15 seconds while the page is visible, and at once when it becomes visible or goes online. */
export function useRefresh(refresh: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") refresh();
    };
    const timer = setInterval(look, REFRESH_MS);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
    };
  }, [refresh]);
}

/** A permanent refusal, unlike a network failure: the data must no longer be shown. */
export function isRefusal({ code }: Failure): boolean {
  return code === "unauthenticated" || code === "forbidden";
}
