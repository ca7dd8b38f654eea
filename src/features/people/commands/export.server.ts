import type { App } from "#src/context/app.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import { countExported, streamUsers } from "#src/features/people/queries/export.server.ts";
import type { ExportRequest } from "#src/features/people/schema/csv.ts";
import { FileAnswer } from "#src/http/endpoint.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { dayInZone } from "#src/shared/zones.server.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** Exports people as a file and records the export in the audit log. */
export async function exportUsers(app: App, admin: Proved<Admin>, request: ExportRequest): Promise<Result<FileAnswer>> {
  const { userIds, filter } = request;
  const now = app.clock.now();
  const total = await countExported(app, request);
  const after = userIds ? { total } : { ...filter, total };
  await app.db.transaction((tx) =>
    writeAudit(tx, admin, { action: "users_exported", subjectIds: userIds ?? [], after }, now),
  );
  const name = `people-${dayInZone(now, app.config.group.timeZone)}.csv`;
  return ok(new FileAnswer(streamUsers(app, request), { type: "text/csv; charset=utf-8", name }));
}
