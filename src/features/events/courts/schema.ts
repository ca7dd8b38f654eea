import { z } from "zod";
import { BOARD_WRONG } from "#src/features/events/courts/messages.ts";
import {
  FORMATS,
  HIGHEST_LEVEL,
  LOWEST_LEVEL,
  MOST_COURTS,
  MOST_PLAYERS,
} from "#src/features/events/court-plan/rules/formats.ts";
import { HIGHEST_SCORE } from "#src/features/events/court-plan/rules/score.ts";
import { isSound } from "#src/features/events/court-plan/rules/sound.ts";
import { text } from "#src/shared/fields.ts";

const MOST_GAMES = 600;
const MOST_PLANNED = 20;

// The format of `playerIdOf`: a board must not contain free text.
const id = z.string().regex(/^[0-9a-f]{8}$/u);
const ids = z.array(id).max(MOST_PLAYERS);
const sides = z.tuple([ids, ids]);
const court = z.number().int().min(1).max(MOST_COURTS);
const score = z.tuple([z.number().int().min(0).max(HIGHEST_SCORE), z.number().int().min(0).max(HIGHEST_SCORE)]);
// Bounded, because PostgreSQL has no year 0 and allows years beyond four digits.
const moment = z.iso
  .datetime()
  .refine((at) => at >= "2000" && at < "9999", { error: "Set the clock of this phone, then try again." });
const plannedGame = z.object({ court, sides });
const game = plannedGame.extend({
  id: text(20),
  round: z.number().int().min(1).max(MOST_GAMES),
  startedAt: moment,
  endedAt: moment.nullable(),
  isLong: z.boolean(),
  score: score.nullable(),
  isStruck: z.boolean().optional().describe("Counts for no level and no ladder"),
  isCut: z
    .boolean()
    .optional()
    .describe("Its court closed in its first half: without a score it does not count as played"),
});
const presence = z.enum(["here", "resting", "left"]);
const credit = z.number().int().min(0).max(MOST_GAMES).describe("Games that count as played for a late arrival");

const shared = {
  format: z.enum(FORMATS),
  minutes: z.number().int().min(0).max(90).describe("Length of a game; 0 without a timer"),
  courts: z
    .array(z.object({ number: court, isOpen: z.boolean() }))
    .min(1)
    .max(MOST_COURTS),
  games: z.array(game).max(MOST_GAMES).describe("In play and over, oldest first"),
  plan: z.array(z.object({ games: z.array(plannedGame).max(MOST_COURTS), bench: ids })).max(MOST_PLANNED),
};

const boardSchema = z.object({
  ...shared,
  seed: z.number().int().min(0).max(1_000_000),
  isPinned: z.boolean(),
  players: z
    .array(
      z.object({
        id,
        level: z.number().min(LOWEST_LEVEL).max(HIGHEST_LEVEL),
        presence,
        credit,
        wants: ids,
        avoids: ids,
      }),
    )
    .max(MOST_PLAYERS),
});

export const boardChangeSchema = z.object({
  version: z.number().int().min(0).describe("The version that this board was made from"),
  board: boardSchema.refine(isSound, { error: BOARD_WRONG }),
});
export type BoardChange = z.infer<typeof boardChangeSchema>;
export const savedBoardSchema = z.object({ version: z.number().int() });
export type SavedBoard = z.infer<typeof savedBoardSchema>;

const followedBoard = z.object({
  ...shared,
  players: z.array(z.object({ id, presence, credit })),
});

/** A board as followers read it, without levels and wishes. */
const followedSchema = z.object({
  title: z.string(),
  isPast: z.boolean().describe("Whether the event's end time has passed"),
  serverTime: z.string().describe("ISO 8601, UTC: the board's moments are in this clock's time"),
  version: z.number().int().describe("0 before the first round is planned"),
  board: followedBoard.nullable(),
  names: z.record(z.string(), z.string()).describe("First names by player"),
  me: z.string().nullable().describe("The caller's player, if they are checked in"),
});
export type Followed = z.infer<typeof followedSchema>;

const qr = z.object({ size: z.number(), path: z.string() }).describe("The QR code as an SVG path on a grid of `size`");
export const followLinkSchema = z.object({ link: z.object({ url: z.string(), qr }).nullable() });
export type FollowLink = z.infer<typeof followLinkSchema>;

/** A board as anyone with the link reads it. Includes the link, which a tablet at the net shows as a QR code. */
export const followedByLinkSchema = followedSchema.extend({ eventId: z.string(), ...followLinkSchema.shape });
export type FollowedByLink = z.infer<typeof followedByLinkSchema>;

export const courtsSchema = followedSchema.extend({
  host: followLinkSchema
    .extend({
      board: boardSchema.nullable(),
      usualFormat: z.enum(FORMATS).describe("The default format for this activity"),
      doubts: z
        .array(z.object({ game: z.string(), player: z.string(), words: z.string() }))
        .describe("Players' objections to scores, for hosts and organizers only"),
      people: z.array(
        z.object({
          id,
          name: z.string(),
          isHere: z.boolean().describe("Checked in at the door"),
          isGuest: z.boolean().describe("A guest of a person on the list"),
          level: z
            .number()
            .nullable()
            .describe("From their results in this activity; null if they have none or hide it"),
        }),
      ),
    })
    .nullable()
    .describe("For the host and organizers"),
});
export type CourtsView = z.infer<typeof courtsSchema>;
