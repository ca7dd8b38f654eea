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
  /** Why the last press failed; empty after a success. */
  readonly refusal: string;
  readonly turnOn: () => void;
  readonly turnOff: () => void;
};

/** This browser's notifications for the signed-in person. */
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
