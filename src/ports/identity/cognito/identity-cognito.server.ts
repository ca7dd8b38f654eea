import type { Logger } from "pino";
import type { Db } from "#src/db/connect.server.ts";
import { poolAdministration } from "#src/ports/identity/cognito/pool-administration.server.ts";
import { poolCodes } from "#src/ports/identity/cognito/pool-codes.server.ts";
import { poolKeys } from "#src/ports/identity/cognito/pool-keys.server.ts";
import { poolSignIns } from "#src/ports/identity/cognito/pool-sign-ins.server.ts";
import { userPool, type UserPoolOptions } from "#src/ports/identity/cognito/user-pool.server.ts";
import type { IdentityPort } from "#src/ports/identity/port.ts";

type CognitoOptions = UserPoolOptions & {
  readonly db: Db;
  readonly now: () => Date;
  readonly log: Logger;
};

/** An AWS Cognito user pool: it checks passwords and mails codes. Sessions and id tokens are the site's own. */
export function cognitoIdentity(options: CognitoOptions): IdentityPort {
  const { db, now, log } = options;
  const pool = userPool(options);
  const keys = poolKeys({ ...options, endpoint: options.endpoint, now });
  const parts = { db, pool, keys, now, log };
  const administration = poolAdministration(parts);
  return {
    own: null,
    ...poolCodes(parts),
    ...poolSignIns(parts),
    ...administration,
    async catchUp() {
      // Without sign-ins a recovery would go unnoticed, so the pool is polled.
      if (pool.health.away.identity !== undefined) await keys.look().catch(() => undefined);
      return administration.catchUp();
    },
    close: () => pool.close(),
  };
}
