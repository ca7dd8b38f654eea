import { useEffect } from "react";
import { readAbility, renewPush } from "#src/features/notifications/components/push-browser.ts";
import { useSignedIn } from "#src/features/identity/session.ts";

/** Keeps this browser's notifications when the same person signs in again on any page. Renders nothing. */
export function PushKeeper() {
  const isSignedIn = useSignedIn();
  useEffect(() => {
    if (isSignedIn) void readAbility().then((ability) => (ability === "on" ? renewPush() : undefined));
  }, [isSignedIn]);
  return null;
}
