import { useEffect } from "react";
import { readAbility, renewPush } from "#src/features/notifications/components/push-browser.ts";
import { useSignedIn } from "#src/features/identity/session.ts";

/** Keeps the notifications of this browser after another sign-in of the same person, wherever that leads. Shows nothing. */
export function PushKeeper() {
  const isSignedIn = useSignedIn();
  useEffect(() => {
    if (isSignedIn) void readAbility().then((ability) => (ability === "on" ? renewPush() : undefined));
  }, [isSignedIn]);
  return null;
}
