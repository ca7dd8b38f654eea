import { useCallback, useEffect, useState } from "react";
import {
  type PushAbility,
  readAbility,
  turnOffPush,
  turnOnPush,
} from "#src/features/notifications/components/push-browser.ts";
import { useSignedIn } from "#src/features/identity/session.ts";

export type PushTools = {
  /** Null until it is known. */
  readonly ability: PushAbility | null;
  readonly isBusy: boolean;
  /** Why the last press did nothing; empty when it did. */
  readonly refusal: string;
  readonly turnOn: () => void;
  readonly turnOff: () => void;
};

/** Notifications of this browser for the person who is signed in. */
export function usePush(): PushTools {
  const isSignedIn = useSignedIn();
  const [ability, setAbility] = useState<PushAbility | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState("");

  useEffect(() => {
    if (!isSignedIn) return;
    let isOver = false;
    void readAbility().then((found) => {
      if (!isOver) setAbility(found);
    });
    return () => {
      isOver = true;
    };
  }, [isSignedIn]);

  const change = useCallback(async (turn: typeof turnOnPush | typeof turnOffPush) => {
    setIsBusy(true);
    const answer = await turn();
    setRefusal(answer?.ok === false ? answer.message : "");
    setAbility(await readAbility());
    setIsBusy(false);
  }, []);
  return {
    ability: isSignedIn ? ability : null,
    isBusy,
    refusal,
    turnOn: useCallback(() => void change(turnOnPush), [change]),
    turnOff: useCallback(() => void change(turnOffPush), [change]),
  };
}
