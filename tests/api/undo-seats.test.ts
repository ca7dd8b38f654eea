import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { drawPlaces } from "#src/features/events/draw/commands.server.ts";
import { noPlaceWords } from "#src/features/history/messages.ts";
import { answer, callEvent, expectTrueCounts, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Person = Awaited<ReturnType<typeof newcomer>>;

// 10 AM of Saturday, November 21, at the beach.
let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

const goes = (id: string, { token }: Person) => rsvpState(answer(site, id, token, "going"));
const stateOf = (id: string, { token }: Person) => rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as: token }));

/** Deletes a person; what takes it back answers with its sentence. */
async function drop({ userId }: Person): Promise<() => Promise<string>> {
  const deleted = await site.post("/api/pending-join-requests", { type: "deleteUsers", userIds: [userId] }, admin);
  const { auditIds } = (await deleted.json()) as { auditIds: string[] };
  return async () => {
    const undone = await site.post(`/api/admin/audit/${auditIds[0] ?? ""}/undo`, {}, admin);
    expect(undone.status).toBe(200);
    return ((await undone.json()) as { message: string }).message;
  };
}

test("[ADMIN-12, DAY-05] a seat that is kept for somebody who waits is not given away by an undo", async () => {
  const event = makeEvent({ day: "2026-11-21", startTime: "18:00", title: "Kept", capacity: 1 });
  const { id } = await site.addEvent(event);
  const [goer, waiter] = [await newcomer(site), await newcomer(site)];
  await goes(id, goer);
  await goes(id, waiter);
  const undo = await drop(goer);
  expect(await stateOf(id, waiter)).toMatchObject({ offer: { kind: "offer" } });
  expect(await undo()).toContain(noPlaceWords(1));
  expect(await goes(id, waiter)).toMatchObject({ answer: "going", going: 1 });
  await expectTrueCounts(site, id);
});

test("[ADMIN-12, DAY-05] who comes back after the draw waits behind those who were in it", async () => {
  const draw = { drawAt: site.app.clock.now(), drawSeed: "seed" };
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Drawn", capacity: 1, ...draw }));
  const [first, ...others] = [await newcomer(site), await newcomer(site), await newcomer(site), await newcomer(site)];
  for (const person of [first, ...others]) await goes(id, person);
  const undo = await drop(first);
  expect(await drawPlaces(site.app)).toBe(1);
  await undo();
  const states = await Promise.all(others.map((person) => stateOf(id, person)));
  const places = states.flatMap(({ waiting }) => (waiting === null ? [] : [waiting.place]));
  expect(places.toSorted((one, other) => one - other)).toEqual([1, 2]);
  // The next ticket is still nobody's.
  expect(await goes(id, await newcomer(site))).toMatchObject({ waiting: { place: 4, of: 4 } });
  await expectTrueCounts(site, id);
});
