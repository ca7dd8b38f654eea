import { inFile } from "#tests/mutations/mutation.ts";

const DRAWS = ["tests/api/draws.test.ts"];
const COSTS = ["tests/api/event-costs.test.ts", "src/features/events/costs/rules.test.ts"];
const DOOR = ["tests/api/door.test.ts", "src/features/events/door/rules.test.ts"];
const LEVELS = ["src/features/events/ladder/rules/level.test.ts", "tests/api/ladder.test.ts"];

/** The day of an event: draws, the door, costs, results. */
export const DAY = [
  ...inFile("src/features/events/draw/commands.server.ts", DRAWS, [
    ["places go by who came first", "lost desc, sha256(", "lost desc, ticket, sha256("],
    ["losing a draw counts for nothing", "lost desc, sha256(", "sha256("],
    ["a draw gives no places", "await promoteNext(tx, drawn, drawMails.place_drawn, now);", ""],
    ["people without a place do not hear", "await tx.execute(mailsOwed(drawMails.no_place_drawn, mails, now));", ""],
    ["an event is drawn twice", "set({ drawnAt: now, ", "set({ "],
  ]),
  ...inFile("src/features/events/draw/rules.ts", DRAWS, [
    ["a draw can come after the start", "startsAt.getTime() - LATEST_MS", "startsAt.getTime() + 100 * LATEST_MS"],
  ]),
  ...inFile("src/features/events/costs/rules.ts", COSTS, [
    ["cents get lost", "cents % heads", "0 * (cents % heads)"],
    ["guests cost nothing", "shares.set(key, own * each + more);", "shares.set(key, each + more);"],
    ["what was paid is asked for again", "cost.amountCents - settled", "cost.amountCents"],
  ]),
  ...inFile("src/features/events/costs/commands.server.ts", COSTS, [
    ["a host owes themselves", `isHosts(head, event) ? "paid" : "open"`, `isHosts(head, event) ? "open" : "open"`],
    ["a paid cost is removed", `if (paid > 0) return fail("conflict", SOMEBODY_PAID);`, ""],
    [
      "a cost removed is not in the log",
      "if (gone.length > 0) await writeAudit(",
      "if (gone.length > 99) await writeAudit(",
    ],
  ]),
  ...inFile("src/features/events/costs/queries.server.ts", COSTS, [
    ["reminders never end", "and reminders < ${MOST_REMINDERS}", ""],
    [
      "people are reminded again at once",
      "or reminded_at <= ${moment(now)}",
      "or true or reminded_at <= ${moment(now)}",
    ],
    ["people who did not come pay", "if (came.rows.length > 0) return", "if (came.rows.length > 1000) return"],
    ["anybody reads who owes what", "return keeper.ok ? ok({", "return keeper.ok || !isLocking ? ok({"],
  ]),
  ...inFile("src/features/events/door/rules.ts", DOOR, [
    [
      "the first mark of a person counts",
      "entries.set(markKey(mark), {",
      "if (!entries.has(markKey(mark))) entries.set(markKey(mark), {",
    ],
    ["a repeated mark counts again", "if (applied.has(mark.id)) continue;", ""],
    ["guests are not counted", "heads += 1 + guests;", "heads += 1;"],
    ["marks are taken for ever", "return now.getTime() > endsAt.getTime() + DOOR_CLOSES_MS;", "return false;"],
    ["people check in before the door opens", "&& now.getTime() >= opensAt && ", "&& "],
    ["people check in after the end", " && now < course.endsAt;", ";"],
  ]),
  ...inFile("src/features/events/ladder/rules/level.ts", LEVELS, [
    ["a lost game raises a level", "winner === null ? 0.5 : 1 - winner", "winner === null ? 0.5 : winner"],
    ["the stronger side gains as much as the weaker one", "(share - expectedShare(", "(share - 0 * expectedShare("],
  ]),
  ...inFile("src/features/events/ladder/commands.server.ts", LEVELS, [
    ["anyone doubts anyone's score", "p.player = r.player and p.user_id = ${userId}", "p.player = r.player"],
  ]),
  ...inFile(
    "src/features/events/ladder/rules/results.ts",
    ["tests/api/ladder.test.ts"],
    [
      ["a struck game counts", "score === null || isStruck ||", "score === null ||"],
      [
        "one event moves a level without limit",
        "const MOST_CHANGE_AN_EVENT = 0.5;",
        "const MOST_CHANGE_AN_EVENT = 50;",
      ],
      ["games of seconds move a level", "SHORTEST_GAME_MINUTES = 3;", "SHORTEST_GAME_MINUTES = 0;"],
      ["both sides of a game gain", "const changes = [change, -change];", "const changes = [change, change];"],
    ],
  ),
];
