import { z } from "zod";
import { listCame, listEventNumbers, listMembers, listSignUps } from "#src/features/insights/queries/lists.server.ts";
import { exportInsights, getInsights } from "#src/features/insights/queries/numbers.server.ts";
import {
  betweenSchema,
  cameQuerySchema,
  cameSchema,
  eventNumbersSchema,
  insightsSchema,
  membersQuerySchema,
  membersSchema,
  signUpsQuerySchema,
  signUpsSchema,
  spanSchema,
} from "#src/features/insights/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { ok } from "#src/shared/result.ts";

export const readInsights = endpoint({
  summary: "The group's numbers: who came, no-shows, growth and revenue, as far as the caller may open the lists",
  query: spanSchema,
  answer: insightsSchema,
  admit: requireTo.read_insights,
  handle: async (app, admin, { query }) => ok(await getInsights(app, admin, query.span)),
});

export const exportInsightsCall = endpoint({
  summary: "The numbers of each week or month as CSV, without names",
  body: spanSchema,
  answer: z.string().describe("RFC 4180, UTF-8 with a byte order mark"),
  answerType: "text/csv",
  admit: requireTo.read_insights,
  handle: async (app, admin, { body }) => ok(await exportInsights(app, admin, body.span)),
});

export const readCame = endpoint({
  summary: "People who came to events between two days, by name",
  query: cameQuerySchema,
  answer: cameSchema,
  admit: requireTo.read_insights,
  handle: (app, _admin, { query }) => listCame(app, query),
});

export const readSignUps = endpoint({
  summary: "RSVPs 'going' to events between two days, and whether the people came",
  query: signUpsQuerySchema,
  answer: signUpsSchema,
  admit: requireTo.read_insights,
  handle: (app, _admin, { query }) => listSignUps(app, query),
});

export const readEventNumbers = endpoint({
  summary: "Events that took place between two days, and who came to each",
  query: betweenSchema,
  answer: eventNumbersSchema,
  admit: requireTo.read_insights,
  handle: (app, _admin, { query }) => listEventNumbers(app, query),
});

export const readMembers = endpoint({
  summary: "People with a membership now, or whose first one began between two days",
  query: membersQuerySchema,
  answer: membersSchema,
  admit: requireTo.read_people,
  handle: (app, _admin, { query }) => listMembers(app, query),
});
