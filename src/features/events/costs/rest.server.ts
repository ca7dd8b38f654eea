import { markShare, remindOfShares, removeCost, splitCost } from "#src/features/events/costs/commands.server.ts";
import { NOT_SPLIT } from "#src/features/events/costs/messages.ts";
import { listOwed, readCosts, readOwnShares } from "#src/features/events/costs/queries.server.ts";
import {
  costsSchema,
  markSchema,
  newCostSchema,
  owedSchema,
  ownSharesSchema,
} from "#src/features/events/costs/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { requirePerson } from "#src/policy/viewer.ts";
import { pageQuerySchema } from "#src/shared/fields.ts";

export const readCostsCall = endpoint({
  summary: "What an event cost and who owes what (its host, organizers, treasurers)",
  answer: costsSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => readCosts(app, person, params.eventId),
});

export const putCost = endpoint({
  summary: "Say what an event cost and split it over who came, or who is going (its host, organizers, treasurers)",
  body: newCostSchema,
  answer: costsSchema,
  invalidMessage: NOT_SPLIT,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => splitCost(app, person, params.eventId, body),
});

export const deleteCost = endpoint({
  summary: "Remove what an event cost, unless someone paid (its host, organizers, treasurers)",
  answer: costsSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => removeCost(app, person, params.eventId),
});

export const patchShare = endpoint({
  summary: "Mark a share of an event's cost as paid, waived or open (its host, organizers, treasurers)",
  body: markSchema,
  answer: costsSchema,
  admit: requirePerson,
  params: ["eventId", "shareId"],
  handle: (app, person, { params, body }) => markShare(app, person, { ...params, ...body }),
});

export const postReminders = endpoint({
  summary: "Remind everyone who owes a share, privately: twice at most, days apart (its host, organizers, treasurers)",
  answer: costsSchema,
  rateLimit: { name: "share-reminders", max: 40, windowSeconds: 3600 },
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => remindOfShares(app, person, params.eventId),
});

export const readOwnSharesCall = endpoint({
  summary: "What the caller owes for events, newest first",
  answer: ownSharesSchema,
  admit: requirePerson,
  handle: (app, person) => readOwnShares(app, person),
});

export const readOwed = endpoint({
  summary: "Who owes what for events, newest first",
  query: pageQuerySchema,
  answer: owedSchema,
  admit: requireTo.read_money,
  handle: (app, _admin, { query }) => listOwed(app, query.after),
});
