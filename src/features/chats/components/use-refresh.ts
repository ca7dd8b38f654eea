import { useEffect } from "react";
import type { Failure } from "#src/shared/result.ts";

/** Pages of chats are read anew this often, whatever a live line brings: counts and members change too. */
const REFRESH_MS = 15_000;

/** Calls back every 15 seconds while the page shows, and at once when it shows again or the network is back. */
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

/** Refused for good, unlike a line that was cut: what is shown may not stay. */
export function isRefusal({ code }: Failure): boolean {
  return code === "unauthenticated" || code === "forbidden";
}
