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

/** As long as the pool's own codes of a sign-up. */
const SIGN_UP_LIFE_MS = 86_400_000;

/** Which refusals of a new password are about the password. */
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
    // The account is there, only its mail is not: another code can be asked for.
    if (isRefusal(error, "CodeDeliveryFailure")) return "made";
    // Some too short ones are refused as a parameter.
    if (isRefusal(error, ...WEAK, "InvalidParameter")) return "weak";
    throw error;
  }
}

/**
 * Somebody may have begun a sign-up with this address and another password, and never confirmed it. As the
 * administrator of the pool we put the new one in its place. Returns whether we could.
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

/** Whether a sign-up with this password waits for its code. */
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

/** Without an administrator's rights: the sign-up goes on when its password is this one, and another code is sent. */
async function takeUpAgain(pool: UserPool, credentials: Credentials): Promise<boolean> {
  const isWaiting = await isUnconfirmed(pool, credentials);
  if (isWaiting) await resend(pool, credentials.email);
  return isWaiting;
}

async function resend(pool: UserPool, email: string): Promise<void> {
  const command = new ResendConfirmationCodeCommand({ ClientId: pool.clientId, Username: email });
  await unlessRefused(pool.call((to, abortSignal) => to.send(command, { abortSignal })));
}

/** Whatever the pool says no to, the answer is the same: nobody learns which addresses it knows. */
async function unlessRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof PoolRefusal)) throw error;
  }
}

/** Remembers that this sign-up's password is the one that was typed; for another, its code opens nothing. */
async function rememberSignUp({ db, now }: PoolOptions, id: string, email: string): Promise<void> {
  const at = now();
  await db.insert(identityCodes).values({
    id,
    purpose: "sign_up",
    email,
    // The pool knows the code.
    codeHash: "",
    createdAt: at,
    expiresAt: new Date(at.getTime() + SIGN_UP_LIFE_MS),
  });
}

/** Whether this sign-up was begun here with the password that the pool has; forgets those of an address. */
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

/** Whether the sign-up stands in the pool with this password. */
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

/** Whether the sign-up that the pool has is the one that is meant: by its id here, or by its password there. */
async function isBegunBy(options: PoolOptions, { email, signUpId, password }: WaitingSignUp): Promise<boolean> {
  if (signUpId !== undefined) return rememberedSignUps(options, email).has(signUpId);
  return password !== undefined && (await isUnconfirmed(options.pool, { email, password }));
}

/** Sign-ups and forgotten passwords: what the pool mails codes for. */
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
      // The pool has one code an account, whoever asked for it, and counts the tries at it itself.
      return { resetId: crypto.randomUUID() };
    },

    resetPassword: (input, onReset) => resetPassword(options, input, onReset),
  };
}
