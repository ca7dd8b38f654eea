import { and, desc, eq, getTableColumns, lt } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { BAD_PAGE } from "#src/features/admin/messages.ts";
import { isIdPosition } from "#src/features/admin/rules.ts";
import type { OutboxPage, OutboxQuery } from "#src/features/admin/schema/audit.ts";
import { viewMail } from "#src/features/admin/view.ts";
import { decodeCursor, encodeCursor } from "#src/http/cursor.ts";
import { requireAdmin, type Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const MAILS_A_PAGE = 50;

/** The site's mails, the newest first. */
export async function listOutbox(
  app: App,
  viewer: Viewer,
  { status, after }: OutboxQuery,
): Promise<Result<OutboxPage>> {
  const admin = requireAdmin(viewer);
  if (!admin.ok) return admin;
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  // Without what they say: there are codes among them.
  const { data: _, ...columns } = getTableColumns(mailOutbox);
  const rows = await app.db
    .select(columns)
    .from(mailOutbox)
    .where(and(status === undefined ? undefined : eq(mailOutbox.status, status), key && lt(mailOutbox.id, key[0])))
    .orderBy(desc(mailOutbox.id))
    .limit(MAILS_A_PAGE + 1);
  const shown = rows.slice(0, MAILS_A_PAGE);
  const last = rows.length > MAILS_A_PAGE ? shown.at(-1) : undefined;
  return ok({ mails: shown.map(viewMail), next: last ? encodeCursor([last.id]) : null });
}
