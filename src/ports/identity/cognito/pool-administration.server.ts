import { inTransaction } from "#src/db/connect.server.ts";
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { asc, eq, sql } from "drizzle-orm";
import { accounts, poolDeletions } from "#src/db/tables/accounts.ts";
import type { PoolOptions } from "#src/ports/identity/cognito/pool-sign-ins.server.ts";
import { isRefusal, NoAdministrator, PoolRefusal } from "#src/ports/identity/cognito/user-pool.server.ts";
import { done, type IdentityPort, refused } from "#src/ports/identity/port.ts";
import { OutsideAway } from "#src/shared/outside.ts";

type Administration = Pick<IdentityPort, "createAccount" | "setGroup" | "deleteAccount" | "catchUp">;

/** Batch size of the deferred deletions. */
const DELETIONS_A_ROUND = 50;

/** The `sub` of an address in the pool; undefined if none. */
async function subOf({ pool }: PoolOptions, email: string): Promise<string | undefined> {
  try {
    const command = new AdminGetUserCommand({ UserPoolId: pool.poolId, Username: email });
    const user = await pool.call((to, abortSignal) => to.send(command, { abortSignal }));
    return user.UserAttributes?.find(({ Name }) => Name === "sub")?.Value ?? user.Username;
  } catch (error) {
    if (isRefusal(error, "UserNotFound")) return undefined;
    throw error;
  }
}

type Change = { readonly sub: string; readonly group: string; readonly isIn: boolean };

async function changeGroup({ pool }: PoolOptions, { sub, group, isIn }: Change): Promise<void> {
  const Command = isIn ? AdminAddUserToGroupCommand : AdminRemoveUserFromGroupCommand;
  const command = new Command({ UserPoolId: pool.poolId, Username: sub, GroupName: group });
  await pool.call((to, abortSignal) => to.send(command, { abortSignal }));
}

type NewAccount = Parameters<IdentityPort["createAccount"]>[0];

/** Creates the account without a mail and returns its `sub`. */
async function makeAccount(options: PoolOptions, account: NewAccount): Promise<string> {
  const { pool } = options;
  const { email, password, groups, mustChangePassword = false } = account;
  const { poolId: UserPoolId } = pool;
  const command = new AdminCreateUserCommand({
    UserPoolId,
    Username: email,
    TemporaryPassword: password,
    MessageAction: "SUPPRESS",
    UserAttributes: [
      { Name: "email", Value: email },
      { Name: "email_verified", Value: "true" },
    ],
  });
  await pool.call((to, abortSignal) => to.send(command, { abortSignal }));
  const sub = await subOf(options, email);
  if (sub === undefined) throw new OutsideAway("identity", "it does not know the account it has just made");
  if (!mustChangePassword) {
    const set = { UserPoolId, Username: sub, Password: password, Permanent: true };
    await pool.call((to, abortSignal) => to.send(new AdminSetUserPasswordCommand(set), { abortSignal }));
  }
  for (const group of groups) await changeGroup(options, { sub, group, isIn: true });
  return sub;
}

/** Deletes an account at the pool, and its pending deletion. Throws if the pool is unreachable. */
async function finishDeletion({ db, pool }: PoolOptions, sub: string): Promise<void> {
  try {
    const command = new AdminDeleteUserCommand({ UserPoolId: pool.poolId, Username: sub });
    await pool.call((to, abortSignal) => to.send(command, { abortSignal }));
  } catch (error) {
    if (!isRefusal(error, "UserNotFound")) throw error;
  }
  await db.delete(poolDeletions).where(eq(poolDeletions.sub, sub));
}

/** Completes deletions that failed while the pool was down. Returns their number. */
async function finishDeletions(options: PoolOptions): Promise<number> {
  const waiting = await options.db
    .select({ sub: poolDeletions.sub })
    .from(poolDeletions)
    .orderBy(asc(poolDeletions.requestedAt))
    .limit(DELETIONS_A_ROUND);
  let count = 0;
  for (const { sub } of waiting) {
    try {
      await finishDeletion(options, sub);
      count += 1;
    } catch (error) {
      if (error instanceof PoolRefusal) continue;
      // Without administrator rights or a reachable pool the rest must wait too.
      if (error instanceof NoAdministrator || error instanceof OutsideAway) break;
      throw error;
    }
  }
  return count;
}

/** Administrator calls, signed with AWS credentials. */
export function poolAdministration(options: PoolOptions): Administration {
  const { db, now, log } = options;
  return {
    async createAccount(account) {
      try {
        return done({ sub: await makeAccount(options, account) });
      } catch (error) {
        if (isRefusal(error, "UsernameExists", "AliasExists")) return refused("exists");
        if (isRefusal(error, "InvalidPassword")) return refused("weak_password");
        throw error;
      }
    },

    async setGroup(email, group, isIn, onChange, given) {
      const sub = await subOf(options, email);
      if (sub === undefined) return refused("unknown_account");
      await changeGroup(options, { sub, group, isIn });
      // Applies at once, because gates read it here; the next token agrees.
      const without = sql`array_remove(${accounts.groups}, ${group})`;
      await inTransaction(db, given, async (tx) => {
        await tx
          .update(accounts)
          .set({ groups: isIn ? sql`array_append(${without}, ${group})` : without, updatedAt: now() })
          .where(eq(accounts.sub, sub));
        await onChange?.(tx, sub);
      });
      return done({ sub });
    },

    async deleteAccount(sub) {
      await db.transaction(async (tx) => {
        await tx.insert(poolDeletions).values({ sub, requestedAt: now() }).onConflictDoNothing();
        await tx.delete(accounts).where(eq(accounts.sub, sub));
      });
      await finishDeletion(options, sub).catch((error: unknown) =>
        log.warn({ error: String(error) }, "a deleted account is still in the user pool; it will be tried again"),
      );
    },

    catchUp: () => finishDeletions(options),
  };
}
