import { decide, holdAll } from "#src/features/events/decision/commands.server.ts";
import { boardDay, readBoard } from "#src/features/events/decision/queries.server.ts";
import { boardSchema, heldAllSchema } from "#src/features/events/decision/schema/board.ts";
import { decideSchema, holdAllSchema } from "#src/features/events/decision/schema/decision.ts";
import { oneEventSchema } from "#src/features/events/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { requirePerson } from "#src/policy/viewer.ts";
import { ok } from "#src/shared/result.ts";

export const putDecision = endpoint({
  summary: "Hold an event, let it run, or call it off (its host and organizers); guests are told",
  body: decideSchema,
  answer: oneEventSchema,
  // A decision may mail every guest.
  rateLimit: { name: "decide-event", max: 60, windowSeconds: 3600 },
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => decide(app, person, params.eventId, body),
});

export const readBeachBoard = endpoint({
  summary: "Today's events and whether they run (organizers)",
  answer: boardSchema,
  admit: requireTo.manage_events,
  handle: async (app, admin) => ok(await readBoard(app, admin)),
});

export const holdAllCall = endpoint({
  summary: "Hold all of today's events that have not begun (organizers); guests are told",
  body: holdAllSchema,
  answer: heldAllSchema,
  rateLimit: { name: "hold-all", max: 20, windowSeconds: 3600 },
  admit: requireTo.manage_events,
  handle: (app, admin, { body }) => holdAll(app, admin, boardDay(app), body),
});
