import { useEffect } from "react";
import { useSignedIn } from "#src/features/identity/session.ts";

/** Keeps this browser's notifications when the same person signs in again on any page. Renders nothing. */
export function PushKeeper() {
  const isSignedIn = useSignedIn();
  useEffect(() => {
    if (!isSignedIn) return;
    // Visitors, who are most readers, do not load it.
    import("#src/features/notifications/components/push-browser.ts")
      .then(async ({ readAbility, renewPush }) => {
        if ((await readAbility()) === "on") await renewPush();
      })
      // Without a network it is kept the next time.
      .catch(() => undefined);
  }, [isSignedIn]);
  return null;
}
