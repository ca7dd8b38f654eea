import type { App } from "#src/context/app.ts";
import { canReadMessage } from "#src/features/chats/queries/readable.server.ts";
import { keepReport } from "#src/features/inbox/commands/reports.server.ts";
import { REPORT_RECEIVED, REPORTED_MESSAGE_GONE } from "#src/features/reports/messages.ts";
import type { Report } from "#src/features/reports/schema.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Takes a report. A chat message that its sender may not read is refused as one that does not exist. */
export async function sendReport(
  app: App,
  viewer: Viewer,
  report: Report,
): Promise<Result<{ success: true; message: string }>> {
  const { chatId = "", messageId } = report;
  if (messageId !== undefined && !(await canReadMessage(app, viewer, chatId, messageId)))
    return fail("invalid", REPORTED_MESSAGE_GONE, { fields: { messageId: REPORTED_MESSAGE_GONE } });
  await keepReport(app, report);
  return ok({ success: true, message: REPORT_RECEIVED });
}
