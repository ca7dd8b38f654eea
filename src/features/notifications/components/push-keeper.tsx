import { useEffect } from "react";
import { useSignedIn } from "#src/features/identity/session.ts";

/** Renews this browser's subscription when the same person signs in again. Renders nothing. */
export function PushKeeper() {
  const isSignedIn = useSignedIn();
  useEffect(() => {
    if (!isSignedIn) return;
    // Loaded for signed-in people only: most readers are visitors.
    import("#src/features/notifications/components/push-browser.ts")
      .then(async ({ readAbility, renewPush }) => {
        if ((await readAbility()) === "on") await renewPush();
      })
      // Offline: renewed next time.
      .catch(() => undefined);
  }, [isSignedIn]);
  return null;
}
