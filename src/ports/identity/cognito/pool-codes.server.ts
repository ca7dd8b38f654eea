import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { and, eq } from "drizzle-orm";
import { identityCodes } from "#src/db/tables/accounts.ts";
import { findSub } from "#src/ports/identity/cognito/pool-accounts.server.ts";
import type { PoolOptions } from "#src/ports/identity/cognito/pool-sign-ins.server.ts";
import {
  isRefusal,
  NoAdministrator,
  PoolRefusal,
  type UserPool,
} from "#src/ports/identity/cognito/user-pool.server.ts";
import {
  done,
  type IdentityOutcome,
  type IdentityPort,
  type OnAccount,
  refused,
  type WaitingSignUp,
} from "#src/ports/identity/port.ts";

type Codes = Pick<IdentityPort, "signUp" | "confirmSignUp" | "resendCode" | "forgotPassword" | "resetPassword">;

/** As long as the pool's own sign-up codes. */
const SIGN_UP_LIFE_MS = 86_400_000;

/** Refusals that concern the new password. */
const WEAK = ["InvalidPassword", "PasswordHistoryPolicyViolation"];

type Credentials = { email: string; password: string };

async function register(pool: UserPool, { email, password }: Credentials): Promise<"made" | "exists" | "weak"> {
  const command = new SignUpCommand({
    ClientId: pool.clientId,
    Username: email,
    Password: password,
    UserAttributes: [{ Name: "email", Value: email }],
  });
  try {
    await pool.call((to, abortSignal) => to.send(command, { abortSignal }));
    return "made";
  } catch (error) {
    if (isRefusal(error, "UsernameExists", "AliasExists")) return "exists";
    // The account exists, only the mail failed: the user can request another code.
    if (isRefusal(error, "CodeDeliveryFailure")) return "made";
    // The pool reports some short passwords as invalid parameters.
    if (isRefusal(error, ...WEAK, "InvalidParameter")) return "weak";
    throw error;
  }
}

/**
 * An unconfirmed sign-up of this address may have another password. Replaces it with the new one, as the pool's
 * administrator. Returns whether that was possible.
 */
async function replaceUnconfirmed(pool: UserPool, credentials: Credentials): Promise<boolean> {
  const user = { UserPoolId: pool.poolId, Username: credentials.email };
  try {
    const { UserStatus } = await pool.call((to, abortSignal) =>
      to.send(new AdminGetUserCommand(user), { abortSignal }),
    );
    if (UserStatus !== "UNCONFIRMED") return false;
    await pool.call((to, abortSignal) => to.send(new AdminDeleteUserCommand(user), { abortSignal }));
    return (await register(pool, credentials)) === "made";
  } catch (error) {
    if (error instanceof PoolRefusal) return false;
    throw error;
  }
}

/** Whether an unconfirmed sign-up has this password. */
async function isUnconfirmed(pool: UserPool, { email, password }: Credentials): Promise<boolean> {
  const command = new InitiateAuthCommand({
    AuthFlow: "USER_PASSWORD_AUTH",
    ClientId: pool.clientId,
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  try {
    await pool.call((to, abortSignal) => to.send(command, { abortSignal }));
    return false;
  } catch (error) {
    if (isRefusal(error, "UserNotConfirmed")) return true;
    if (error instanceof PoolRefusal) return false;
    throw error;
  }
}

/** Without administrator rights: resends the code if the password matches. */
async function takeUpAgain(pool: UserPool, credentials: Credentials): Promise<boolean> {
  const isWaiting = await isUnconfirmed(pool, credentials);
  if (isWaiting) await resend(pool, credentials.email);
  return isWaiting;
}

async function resend(pool: UserPool, email: string): Promise<void> {
  const command = new ResendConfirmationCodeCommand({ ClientId: pool.clientId, Username: email });
  await unlessRefused(pool.call((to, abortSignal) => to.send(command, { abortSignal })));
}

/** The response is the same for every refusal, so it does not reveal known addresses. */
async function unlessRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof PoolRefusal)) throw error;
  }
}

/** Stores the password hash of this sign-up: its code is valid only with that password. */
async function rememberSignUp({ db, now }: PoolOptions, id: string, email: string): Promise<void> {
  const at = now();
  await db.insert(identityCodes).values({
    id,
    purpose: "sign_up",
    email,
    // The pool checks the code.
    codeHash: "",
    createdAt: at,
    expiresAt: new Date(at.getTime() + SIGN_UP_LIFE_MS),
  });
}

/** Whether this sign-up was begun here with the pool's password; deletes an address's sign-ups. */
function rememberedSignUps({ db }: PoolOptions, email: string) {
  const ofAddress = and(eq(identityCodes.email, email), eq(identityCodes.purpose, "sign_up"));
  return {
    async has(id: string): Promise<boolean> {
      const rows = await db.select({ id: identityCodes.id }).from(identityCodes).where(ofAddress);
      return rows.some((row) => row.id === id);
    },
    forget: () => db.delete(identityCodes).where(ofAddress),
  };
}

/** Whether the pool's sign-up has this password. */
async function begin(pool: UserPool, credentials: Credentials): Promise<"made" | "not_ours" | "weak"> {
  const made = await register(pool, credentials);
  if (made !== "exists") return made;
  const isOurs = await replaceUnconfirmed(pool, credentials).catch((error: unknown) => {
    if (error instanceof NoAdministrator) return takeUpAgain(pool, credentials);
    throw error;
  });
  return isOurs ? "made" : "not_ours";
}

async function resetPassword(
  { db, pool }: PoolOptions,
  { email, code, password }: Credentials & { code: string },
  onReset: OnAccount,
): Promise<IdentityOutcome<void>> {
  const command = new ConfirmForgotPasswordCommand({
    ClientId: pool.clientId,
    Username: email,
    ConfirmationCode: code,
    Password: password,
  });
  try {
    await pool.call((to, abortSignal) => to.send(command, { abortSignal }));
  } catch (error) {
    if (isRefusal(error, ...WEAK)) return refused("weak_password");
    if (error instanceof PoolRefusal) return refused("wrong_code");
    throw error;
  }
  const sub = await findSub(db, email);
  if (sub !== undefined) await db.transaction((tx) => onReset(tx, sub));
  return done(undefined);
}

/** Whether the pool's sign-up is the intended one: by our id, or by its password. */
async function isBegunBy(options: PoolOptions, { email, signUpId, password }: WaitingSignUp): Promise<boolean> {
  if (signUpId !== undefined) return rememberedSignUps(options, email).has(signUpId);
  return password !== undefined && (await isUnconfirmed(options.pool, { email, password }));
}

/** Sign-ups and password resets: the pool mails the codes. */
export function poolCodes(options: PoolOptions): Codes {
  const { pool } = options;
  return {
    async signUp(credentials) {
      const signUpId = crypto.randomUUID();
      const begun = await begin(pool, credentials);
      if (begun === "weak") return refused("weak_password");
      if (begun === "made") await rememberSignUp(options, signUpId, credentials.email);
      return done({ signUpId });
    },

    async confirmSignUp({ email, code, ...signUp }) {
      const remembered = rememberedSignUps(options, email);
      if (!(await isBegunBy(options, { email, ...signUp }))) return refused("wrong_code");
      const command = new ConfirmSignUpCommand({ ClientId: pool.clientId, Username: email, ConfirmationCode: code });
      try {
        await pool.call((to, abortSignal) => to.send(command, { abortSignal }));
      } catch (error) {
        if (error instanceof PoolRefusal) return refused("wrong_code");
        throw error;
      }
      await remembered.forget();
      return done(undefined);
    },

    async resendCode(signUp) {
      if (await isBegunBy(options, signUp)) await resend(pool, signUp.email);
    },

    async forgotPassword({ email }) {
      const command = new ForgotPasswordCommand({ ClientId: pool.clientId, Username: email });
      await unlessRefused(pool.call((to, abortSignal) => to.send(command, { abortSignal })));
      // The pool has one code per account and counts its attempts itself.
      return { resetId: crypto.randomUUID() };
    },

    // The pool does not tell whether there is a code to guess.
    resetPassword: async (input, { mayTry, onReset }) =>
      (await mayTry()) ? resetPassword(options, input, onReset) : refused("wrong_code"),
  };
}
