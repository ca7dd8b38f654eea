import { and, desc, eq, getTableColumns, ilike, lt, type SQL } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { securityEvents } from "#src/db/tables/security-events.ts";
import type { OwnEvents, OwnEventsQuery, SecurityLog, SecurityLogQuery } from "#src/features/security/schema.ts";
import { viewLoggedEvent, viewOwnEvent } from "#src/features/security/view.ts";
import { BAD_PAGE, decodeCursor, pageOf } from "#src/http/cursor.ts";
import type { Admin, SignedIn } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const OWN_A_PAGE = 20;
const LOG_A_PAGE = 50;

const isPosition = (value: unknown): value is [string] => Array.isArray(value) && typeof value[0] === "string";

/** Pagination start: undefined for the first page, null for an invalid cursor. */
function startOf(after: string | undefined): SQL | null | undefined {
  if (after === undefined) return undefined;
  const position = decodeCursor(after, isPosition);
  return position && lt(securityEvents.id, position[0]);
}

/** Security events of the caller's account, newest first. */
export async function listOwnEvents(
  app: App,
  signedIn: SignedIn,
  { after }: OwnEventsQuery,
): Promise<Result<OwnEvents>> {
  const start = startOf(after);
  if (start === null) return fail("bad_request", BAD_PAGE);
  const rows = await app.db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.sub, signedIn.sub), start))
    .orderBy(desc(securityEvents.id))
    .limit(OWN_A_PAGE + 1);
  const { shown, next } = pageOf(rows, OWN_A_PAGE, ({ id }) => [id]);
  return ok({ events: shown.map(viewOwnEvent), next });
}

/** The security log of all accounts and of the site's keys, newest first. */
export async function listSecurityLog(
  app: App,
  _admin: Admin,
  { search = "", kind, after }: SecurityLogQuery,
): Promise<Result<SecurityLog>> {
  const start = startOf(after);
  if (start === null) return fail("bad_request", BAD_PAGE);
  const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const rows = await app.db
    .select({ ...getTableColumns(securityEvents), email: accounts.email })
    .from(securityEvents)
    .leftJoin(accounts, eq(accounts.sub, securityEvents.sub))
    .where(
      and(
        kind === undefined ? undefined : eq(securityEvents.kind, kind),
        search === "" ? undefined : ilike(accounts.email, pattern),
        start,
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(LOG_A_PAGE + 1);
  const { shown, next } = pageOf(rows, LOG_A_PAGE, ({ id }) => [id]);
  return ok({ events: shown.map(viewLoggedEvent), next });
}
