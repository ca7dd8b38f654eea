import { publishEvent, refuseEvent, type Seen } from "#src/features/events/review/commands/held-events.server.ts";
import { issueHostId, revokeHostId } from "#src/features/events/review/commands/host-ids.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { REASON_REQUIRED } from "#src/features/events/review/messages.ts";
import { listHeld } from "#src/features/events/review/queries/held-events.server.ts";
import { listHostIds } from "#src/features/events/review/queries/host-ids.server.ts";
import {
  decidedSchema,
  heldEventsSchema,
  heldQuerySchema,
  publicationSchema,
  refusalSchema,
} from "#src/features/events/review/schema/held-events.ts";
import { hostIdListSchema, issuedHostIdSchema, newHostIdSchema } from "#src/features/events/review/schema/host-ids.ts";
import { requireProvedTo } from "#src/http/admission.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { z } from "zod";
import type { App } from "#src/context/app.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { pageQuerySchema, successSchema } from "#src/shared/fields.ts";
import type { Result } from "#src/shared/result.ts";

export const readHeldEvents = endpoint({
  summary: "The events that wait for review, longest waiting first",
  query: heldQuerySchema,
  answer: heldEventsSchema,
  admit: requireTo.manage_events,
  handle: (app, admin, { query }) => listHeld(app, admin, query.after),
});

type Decision<A, More extends readonly unknown[] = []> = (
  app: App,
  admin: Admin,
  seen: Seen,
  ...more: More
) => Promise<Result<A>>;

/** Builds the call that publishes a reviewed item. */
export const publication = <A extends z.ZodType>(summary: string, answer: A, publish: Decision<z.infer<A>>) =>
  endpoint({
    summary,
    body: publicationSchema,
    answer,
    admit: requireTo.manage_events,
    params: ["eventId"],
    handle: (app, admin, { params, body }) => publish(app, admin, { eventId: params.eventId, ...body }),
  });

/** Builds the call that refuses a reviewed item. */
export const refusal = <A extends z.ZodType>(
  summary: string,
  answer: A,
  refuse: Decision<z.infer<A>, [reason: string]>,
) =>
  endpoint({
    summary,
    body: refusalSchema,
    answer,
    invalidMessage: REASON_REQUIRED,
    admit: requireTo.manage_events,
    params: ["eventId"],
    handle: (app, admin, { params, body: { version, reason } }) =>
      refuse(app, admin, { eventId: params.eventId, version }, reason),
  });

export const publishCall = endpoint({
  summary: "Publish a waiting event, or all waiting events of its series; the host is told",
  body: publicationSchema.extend({ series: z.boolean().default(false).describe("All waiting events of its series") }),
  answer: decidedSchema,
  admit: requireTo.manage_events,
  params: ["eventId"],
  handle: (app, admin, { params: { eventId }, body: { version, series } }) =>
    publishEvent(app, admin, { eventId, version }, series),
});
export const refuseCall = refusal(
  "Leave an event that waits unpublished; its host is told why",
  decidedSchema,
  refuseEvent,
);

export const readHostIds = endpoint({
  summary: "The issued Host IDs without their values, newest first",
  query: pageQuerySchema,
  answer: hostIdListSchema,
  admit: requireTo.issue_host_ids,
  handle: (app, admin, { query }) => listHostIds(app, admin, query.after),
});

export const issueHostIdCall = endpoint({
  summary: "Issue a Host ID, which is shown only once",
  body: newHostIdSchema,
  answer: issuedHostIdSchema,
  admit: requireProvedTo.issue_host_ids,
  status: 201,
  handle: (app, admin, { body }) => issueHostId(app, admin, body),
});

export const revokeHostIdCall = endpoint({
  summary: "Revoke a Host ID",
  answer: successSchema,
  admit: requireProvedTo.issue_host_ids,
  params: ["id"],
  handle: (app, admin, { params }) => revokeHostId(app, admin, params.id),
});
