import { inFile } from "#tests/mutations/mutation.ts";

const PLACES = ["tests/api/waiting-list.test.ts", "tests/api/rsvps.test.ts", "tests/api/guests.test.ts"];

export const SEATS = [
  ...inFile("src/features/events/rsvps/rules.ts", PLACES, [
    ["nobody is promoted", "let left = free;", "let left = 0 * free;"],
    ["everybody who waits is promoted", "if (headsOf(party) > left) return false;", ""],
    ["guests take no seats", "return 1 + guests;", "return 1 + 0 * guests;"],
    [
      "a person who declines stays on the waiting list",
      `const isWaiting = wish === "maybe" && mine.isWaiting;`,
      "const { isWaiting } = mine;",
    ],
    ["a past event can be answered", "return event.startsAt <= now ? EVENT_OVER : null;", "return null;"],
    ["a canceled event can be answered", `if (event.status === "cancelled") return EVENT_CANCELLED;`, ""],
    ["a held event can be answered", "if (event.held) return EVENT_HELD;", ""],
    ["an unlimited event has a waiting list", "capacity !== null && capacity < UNLIMITED_SPACES", "capacity !== null"],
  ]),
  ...inFile("src/features/events/waiting-list/rules/waiting.ts", PLACES, [
    [
      "a person with a seat joins the waiting list",
      `if (mine.answer === "going") return fail("conflict", HAS_A_PLACE);`,
      "",
    ],
    [
      "people join the waiting list while seats are free",
      `isPlaceForNewcomer(places) ? fail("conflict", PLACES_LEFT) : ok(`,
      `(false as boolean) ? fail("conflict", PLACES_LEFT) : ok(`,
    ],
  ]),
  ...inFile("src/features/events/waiting-list/commands/promote.server.ts", PLACES, [
    [
      "a newcomer overtakes the waiting list",
      "whoFits(await readLine(tx, event, now, NOT_ASKED), free).length === 0",
      "true",
    ],
    ["a full event takes one more", "if (seats > placesFree(event) || isDrawPending(event)) return false;", ""],
    ["the last in line is promoted first", "order by ${inTurn}`);", "order by ${inTurn} desc`);"],
    [
      "promoted people are not counted",
      "going_count = going_count + (select sum(1 + guests) from promoted)",
      "going_count = going_count",
    ],
    [
      "promoted people get no notice",
      "select ${newId(now)}, user_id, 'promoted', ${event.id}, ${moment(now)} from promoted",
      "select ${newId(now)}, user_id, 'promoted', ${event.id}, ${moment(now)} from promoted where false",
    ],
  ]),
  ...inFile("src/features/events/rsvps/commands/places.server.ts", PLACES, [
    [
      "RSVPs are not counted",
      "goingCount: sql`${socialEvents.goingCount} + ${goes}::int`",
      "goingCount: sql`${socialEvents.goingCount} + 0 * ${goes}::int`",
    ],
    [
      "a hidden event accepts RSVPs from anyone with its id",
      "return event && canSeeEvent(viewer, event) ? ok(event)",
      "return event ? ok(event)",
    ],
  ]),
  ...inFile(
    "src/features/events/rsvps/commands/locked-people.server.ts",
    ["tests/api/undo-edges.test.ts", "tests/api/admin-places.test.ts"],
    [
      [
        "nobody is promoted after a deletion or its undo",
        "for (const event of events) await promoteWaiting(tx, event, now);",
        "void events;",
      ],
      ["an undone deletion overfills an event", "if (seats <= left) {", "if (seats <= left + 100) {"],
      [
        "seat counts are not updated",
        "where e.id = c.id and (e.going_count",
        "where false and e.id = c.id and (e.going_count",
      ],
    ],
  ),
];
