import type { App } from "#src/context/app.ts";
import { WHY } from "#src/features/announcements/messages.ts";
import { readStarted } from "#src/features/announcements/queries/started.server.ts";
import { isStillProven } from "#src/features/announcements/queries/audience.server.ts";
import type { TestMail } from "#src/features/announcements/schema.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

export const announcementMails = mailKinds(
  {
    announcement: async (app: App, { announcementId, email }: { announcementId: string; email: string }) => {
      const row = await readStarted(app, announcementId);
      if (!row || !(await isStillProven(app, email))) return null;
      return { subject: row.subject, blocks: [{ kind: "rich", doc: row.body }], list: "announcements", why: WHY };
    },
    announcement_test: async (_app: App, { subject, body }: TestMail) => ({
      subject: `[Test] ${subject}`,
      blocks: [{ kind: "rich", doc: body }],
      // Requested by the organizer, so it ignores their unsubscription.
      list: null,
      why: WHY,
    }),
  },
  { announcement: "announcements" },
);
