import type { App } from "#src/context/app.ts";
import {
  answerChallenge,
  completeSignIn,
  findChallenge,
  type SignInOutcome,
  tryChallenge,
} from "#src/features/sign-in/commands/sign-in.server.ts";
import type { SessionGrant } from "#src/features/identity/commands/sessions.server.ts";
import {
  checkPasskey,
  checkSecondFactor,
  passkeyOptions,
} from "#src/features/factors/commands/second-factor.server.ts";
import { TICKET_OVER } from "#src/features/sign-in/messages.ts";
import type { Assertion, FactorAnswer, PasskeyOptions } from "#src/features/factors/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import { fail, type Result } from "#src/shared/result.ts";

const over = () => fail("unauthenticated", TICKET_OVER);

/** Signs in with a passkey alone, which counts as two factors: the device and what unlocks it. */
export async function signInByPasskey(app: App, response: Assertion, client: Client): Promise<Result<SignInOutcome>> {
  const checked = await app.db.transaction((tx) =>
    checkPasskey(app, tx, { purpose: "sign_in", sub: null, response, client }),
  );
  if (!checked.ok) return checked;
  return completeSignIn(app, { sub: checked.value, provedWith: ["passkey"], poolToken: null }, client);
}

/** WebAuthn options for a sign-in's second step. */
export async function secondStepOptions(app: App, ticket: string): Promise<Result<PasskeyOptions>> {
  const waiting = await findChallenge(app, ticket);
  return waiting ? passkeyOptions(app, "second_factor", waiting.sub) : over();
}

/** The second step of a sign-in. Its ticket opens one session and expires after five wrong answers. */
export async function completeSecondStep(
  app: App,
  { ticket, answer }: { ticket: string; answer: FactorAnswer },
  client: Client,
): Promise<Result<SessionGrant>> {
  const waiting = await tryChallenge(app, ticket);
  if (!waiting) return over();
  const checked = await checkSecondFactor(app, { purpose: "second_factor", sub: waiting.sub, answer, client });
  if (!checked.ok) return checked;
  return answerChallenge(app, { secret: ticket, proof: answer.method }, client);
}
