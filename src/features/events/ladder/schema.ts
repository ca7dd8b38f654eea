import { z } from "zod";
import { CHOOSE_A_SEASON, CHOOSE_AN_ACTIVITY, SAY_WHAT_IS_WRONG } from "#src/features/events/ladder/messages.ts";
import { SEASON_ID } from "#src/features/events/ladder/rules/season.ts";
import { LONGEST_CHAT_GROUP } from "#src/shared/chat-groups.ts";
import { afterPage, optional, requiredText } from "#src/shared/fields.ts";

const TABLES = ["ladder", "round_robin"] as const;

const activity = requiredText(LONGEST_CHAT_GROUP, CHOOSE_AN_ACTIVITY);

export const ladderQuerySchema = z.object({
  activity: optional(activity).describe("Omitted: the one with the most results in the season"),
  season: optional(z.string().regex(SEASON_ID, { error: CHOOSE_A_SEASON })).describe(
    "A year, 2026, or a quarter, 2026-Q4. Omitted: this quarter",
  ),
  table: optional(z.enum(TABLES)).describe("ladder: by level; round_robin: by points, 2 for a win and 1 for a draw"),
});
export type LadderQuery = z.infer<typeof ladderQuerySchema>;

const season = z.object({ id: z.string(), name: z.string() });
const level = z.number().describe("3 at the start; see decision 0075");

export const ladderSchema = z.object({
  activities: z.array(z.string()).describe("The activities with results in the season, most results first"),
  activity: z.string().nullable().describe("Null while there are no results"),
  season,
  seasons: z.array(season),
  table: z.enum(TABLES),
  rows: z
    .array(
      z.object({
        rank: z.number().int(),
        name: z.string(),
        isYou: z.boolean(),
        games: z.number().int(),
        won: z.number().int(),
        drawn: z.number().int(),
        lost: z.number().int(),
        difference: z.number().int().describe("Points scored minus points conceded"),
        points: z.number().int(),
        level,
      }),
    )
    .describe("The first 100, and the caller"),
});
export type Ladder = z.infer<typeof ladderSchema>;

export const ownResultsQuerySchema = z.object({
  after: afterPage,
});

export const ownResultsSchema = z.object({
  isListed: z.boolean().describe("Whether members see you on the ladder"),
  levels: z.array(z.object({ activity: z.string(), level, games: z.number().int() })),
  results: z
    .array(
      z.object({
        id: z.string(),
        eventId: z.string(),
        title: z.string(),
        day: z.string(),
        activity: z.string(),
        partners: z.array(z.string()).describe("First names"),
        opponents: z.array(z.string()).describe("First names"),
        points: z.number().int(),
        against: z.number().int(),
        change: z.number().describe("How far this result moved your level"),
        isCounted: z.boolean().describe("False if the limits of an event kept it from moving your level"),
        level: level.describe("Your level after it"),
        doubt: z.string().nullable().describe("What you told the host is wrong with the score"),
      }),
    )
    .describe("Newest first"),
  next: z.string().nullable(),
});
export type OwnResults = z.infer<typeof ownResultsSchema>;

export const doubtSchema = z.object({
  result: z.string().max(200).describe("The id of one of your results"),
  words: requiredText(300, SAY_WHAT_IS_WRONG),
});
export type Doubt = z.infer<typeof doubtSchema>;
export const doubtedSchema = z.object({ doubt: z.string() });

export const listingSchema = z.object({ isListed: z.boolean() });
export type Listing = z.infer<typeof listingSchema>;
