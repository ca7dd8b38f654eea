import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import type { CreatedEvent } from "#src/features/events/create/schema.ts";
import { BLANK, copied, payloadOf } from "#src/features/events/form/rules/draft.ts";
import type { EventPage } from "#src/features/events/schema.ts";
import { newEvent } from "#tests/support/new-event.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const CALL = "/api/social-events";

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

/** What a copy does with each column: keeps it, or starts anew. A new column does not compile until it is here. */
const COLUMNS = {
  id: "new",
  title: "kept",
  description: "kept",
  day: "new",
  startTime: "kept",
  lengthMinutes: "kept",
  timeZone: "kept",
  startsAt: "new",
  status: "new",
  cancelReason: "new",
  decision: "kept",
  holdReason: "kept",
  decidesAt: "new",
  decisionDefault: "kept",
  minimumGoing: "kept",
  previousStartsAt: "new",
  drawAt: "new",
  drawSeed: "new",
  drawnAt: "new",
  seriesId: "new",
  sequence: "new",
  shortLocation: "kept",
  location: "kept",
  membersOnlyLocation: "kept",
  privateLocation: "kept",
  generalPublic: "kept",
  held: "new",
  refusedAt: "new",
  refusalReason: "new",
  costCents: "kept",
  capacity: "kept",
  guestsPerPerson: "kept",
  goingCount: "new",
  cameCount: "new",
  usualLow: "new",
  usualHigh: "new",
  usualMin: "new",
  usualMax: "new",
  waitingCount: "new",
  lastTicket: "new",
  host: "kept",
  hostUserId: "new",
  host1: "kept",
  host2: "kept",
  chat: "kept",
  groupMeChatUrl: "kept",
  groupMeChatId: "kept",
  groupMeImg: "kept",
  imgKey: "kept",
  imgList: "new",
  photoCaptions: "new",
  showPhotos: "new",
  facebookLink: "kept",
  organizerVenmo: "kept",
  organizerCashApp: "kept",
  bring: "kept",
  mapPoint: "kept",
  password: "new",
  pollText: "kept",
  pollPrivateLocation: "kept",
  poll: "new",
  createdAt: "new",
  updatedAt: "new",
} as const satisfies Record<keyof SocialEventRow, "kept" | "new">;

/** Every field that a host can fill in, none with the value that it has by itself. */
const WHOLE = {
  time: "17:15",
  length: "1.5 hrs",
  privateLocation: "Gate code 1234",
  shortLocation: "North lot",
  cost: 7.5,
  spacesLeft: 12,
  guestsPerPerson: 2,
  generalpublic: false,
  chat: "Dance",
  groupMeChatUrl: "https://groupme.com/join_group/1/x",
  groupMeChatId: "12345",
  groupmeImg: "chat-dance",
  imgKey: "dance",
  facebookLink: "https://www.facebook.com/events/1",
  organizerVenmo: "ana-at-the-beach",
  organizerCashApp: "$ana",
  bring: "Water and a towel",
  mapPoint: "30.2938, -81.3905",
  pollText: "Which song?",
  pollPrivateLocation: "The deck",
  minimum: 8,
  decideMinutesBefore: 180,
  takesTurns: true,
};

async function create(body: object): Promise<SocialEventRow> {
  const answer = await site.post(CALL, body, admin);
  expect([answer.status, await answer.clone().text()]).toEqual([201, expect.any(String)]);
  const { socialEventId } = ((await answer.json()) as CreatedEvent).dbVal;
  const [row] = await site.app.db.select().from(socialEvents).where(eq(socialEvents.id, socialEventId));
  if (!row) throw new Error(`no event ${socialEventId}`);
  return row;
}

/** A copy of an event on another day, made as the form makes it. */
async function copyOf({ id, host }: SocialEventRow): Promise<SocialEventRow> {
  const headers = { "content-type": "application/json" };
  const answer = await site.fetch(CALL, { method: "PUT", headers, body: "{}", as: admin });
  const event = ((await answer.json()) as EventPage).socialEvents.find(({ socialEventId }) => socialEventId === id);
  if (!event) throw new Error(`${id} cannot be copied`);
  return create(payloadOf({ ...copied({ ...BLANK, host }, event), date: "2026-12-11" }));
}

const keptOf = (row: SocialEventRow) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => COLUMNS[name as keyof typeof COLUMNS] === "kept"));

test("[CREATE-07] a copy keeps every setting of the event, its minimum and draw among them", async () => {
  const event = await create(newEvent("Whole", WHOLE));
  const copy = await copyOf(event);
  expect(keptOf(copy)).toEqual(keptOf(event));
  expect(copy).toMatchObject({ day: "2026-12-11", minimumGoing: 8, decision: "hold", holdReason: "minimum" });
  const decidedBefore = ({ startsAt, decidesAt }: SocialEventRow) => startsAt.getTime() - Number(decidesAt);
  expect([decidedBefore(event), decidedBefore(copy)]).toEqual([180 * 60_000, 180 * 60_000]);
  expect([event.drawAt, copy.drawAt]).toEqual([expect.any(Date), expect.any(Date)]);
});

test("[CREATE-07] an event that was decided, and one without a minimum, are copied as they were made", async () => {
  const decided = await create(newEvent("Decided", { minimum: 4, decideMinutesBefore: 30 }));
  await site.app.db.update(socialEvents).set({ decision: "runs" }).where(eq(socialEvents.id, decided.id));
  expect(await copyOf(decided)).toMatchObject({ minimumGoing: 4, decision: "hold" });
  const bare = await create(newEvent("Bare"));
  expect(keptOf(await copyOf(bare))).toEqual(keptOf(bare));
});

test("[CREATE-07] the place of an event for members only stays with members, whole", async () => {
  const hidden = { location: "join group for location", privateLocation: "12 Shell St" };
  const event = await create(newEvent("Hidden", hidden));
  await site.app.db
    .update(socialEvents)
    .set({ privateLocation: "Gate code 1234" })
    .where(eq(socialEvents.id, event.id));
  expect(await copyOf(event)).toMatchObject({
    membersOnlyLocation: true,
    location: "12 Shell St, Gate code 1234",
    privateLocation: "12 Shell St, Gate code 1234",
  });
});
