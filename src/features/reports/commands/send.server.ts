import type { App } from "#src/context/app.ts";
import { canReadMessage } from "#src/features/chats/queries/readable.server.ts";
import { keepReport } from "#src/features/inbox/commands/reports.server.ts";
import { REPORT_RECEIVED, REPORTED_MESSAGE_GONE } from "#src/features/reports/messages.ts";
import type { Report } from "#src/features/reports/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { personOf, type Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Per person, else per network. Refused reports do not count, because others on that network may need theirs. */
const REPORTS = { name: "reports", max: 10, windowSeconds: 3600 };

/** Stores a report. A chat message that its sender may not read is refused as nonexistent. */
export async function sendReport(
  app: App,
  viewer: Viewer,
  report: Report,
  { address }: Pick<Client, "address">,
): Promise<Result<{ success: true; message: string }>> {
  const { chatId = "", messageId } = report;
  if (messageId !== undefined && !(await canReadMessage(app, viewer, chatId, messageId)))
    return fail("invalid", REPORTED_MESSAGE_GONE, { fields: { messageId: REPORTED_MESSAGE_GONE } });
  const allowed = await countUse(app, REPORTS, personOf(viewer)?.userId ?? address);
  if (!allowed.ok) return allowed;
  await keepReport(app, report);
  return ok({ success: true, message: REPORT_RECEIVED });
}
