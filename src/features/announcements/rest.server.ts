import { announce, sendTest, stopAnnouncement } from "#src/features/announcements/commands.server.ts";
import { listAnnouncements, listRecipients } from "#src/features/announcements/queries/announcements.server.ts";
import { countAudience } from "#src/features/announcements/queries/audience.server.ts";
import {
  announcementsSchema,
  audienceQuerySchema,
  audienceSchema,
  newAnnouncementSchema,
  recipientsSchema,
  testSchema,
} from "#src/features/announcements/schema.ts";
import { requireProvedTo } from "#src/http/admission.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { pageQuerySchema, successSchema } from "#src/shared/fields.ts";

const admit = requireTo.write_announcements;

export const readAnnouncements = endpoint({
  summary: "Announcements and the status of their mails, newest first",
  query: pageQuerySchema,
  answer: announcementsSchema,
  admit,
  handle: (app, admin, { query }) => listAnnouncements(app, admin, query.after),
});

export const announceCall = endpoint({
  summary: "Mail a segment of the group, now or scheduled. Needs a fresh proof",
  body: newAnnouncementSchema,
  answer: successSchema,
  admit: requireProvedTo.write_announcements,
  handle: (app, admin, { body }) => announce(app, admin, body),
});

export const testAnnouncementCall = endpoint({
  summary: "Mail an announcement to yourself",
  body: testSchema,
  answer: successSchema,
  rateLimit: { name: "announcement-test", max: 30, windowSeconds: 3600 },
  admit,
  handle: (app, admin, { body }) => sendTest(app, admin, body),
});

export const audienceCall = endpoint({
  summary: "How many people an announcement would reach now",
  body: audienceQuerySchema,
  answer: audienceSchema,
  admit,
  handle: (app, admin, { body }) => countAudience(app, admin, body.segment),
});

export const readRecipients = endpoint({
  summary: "The status of each mail of an announcement",
  query: pageQuerySchema,
  answer: recipientsSchema,
  admit,
  params: ["id"],
  handle: (app, admin, { params, query }) => listRecipients(app, admin, { id: params.id, after: query.after }),
});

export const stopAnnouncementCall = endpoint({
  summary: "Stop a scheduled announcement, or its unsent mails",
  answer: successSchema,
  admit,
  params: ["id"],
  handle: (app, admin, { params }) => stopAnnouncement(app, admin, params.id),
});
