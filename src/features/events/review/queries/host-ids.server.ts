import { desc, eq, getTableColumns, lt } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { users } from "#src/db/tables/users.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, pageOf } from "#src/http/cursor.ts";
import type { HostIdList } from "#src/features/events/review/schema/host-ids.ts";
import { viewHostId } from "#src/features/events/review/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const HOST_IDS_A_PAGE = 50;

/** The issued Host IDs, newest first, without their values. */
export async function listHostIds(app: App, _admin: Admin, after: string | undefined): Promise<Result<HostIdList>> {
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const { hostIdHash: _, ...columns } = getTableColumns(hostIds);
  const rows = await app.db
    .select({ entry: columns, person: users })
    .from(hostIds)
    .leftJoin(users, eq(users.userId, hostIds.userId))
    .where(key && lt(hostIds.id, key[0]))
    .orderBy(desc(hostIds.id))
    .limit(HOST_IDS_A_PAGE + 1);
  const { shown, next } = pageOf(rows, HOST_IDS_A_PAGE, (last) => [last.entry.id]);
  return ok({
    hostIds: shown.map(({ entry, person }) => viewHostId(entry, person)),
    next,
  });
}
