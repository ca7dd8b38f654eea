import { z } from "zod";
import { sendReport } from "#src/features/reports/commands.server.ts";
import { REPORT_REFUSED } from "#src/features/reports/messages.ts";
import { reportSchema } from "#src/features/reports/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";

export const postReport = endpoint({
  summary: "Report a person, a message that you can read, or a photo to the organizers",
  body: reportSchema,
  answer: z.object({ success: z.literal(true), message: z.string() }),
  invalidMessage: REPORT_REFUSED,
  rateLimit: { name: "reports", max: 10, windowSeconds: 3600 },
  handle: (app, viewer, { body }) => sendReport(app, viewer, body),
});
