import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import type { PhotoRequests } from "#src/features/events/takedowns/schema.ts";
import type { EventPhotos } from "#src/features/events/photos/schema.ts";
import type { Uploaded } from "#src/features/events/uploads/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { callEvent, newcomer, refusal } from "#tests/support/events.ts";
import { formOf, makeJpeg, makeMp4 } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: { token: string; userId: string };
let admin: string;
let member: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100", ADMIN_EMAILS: "desk@example.com" });
  host = await site.signedIn({ email: "host@example.com" });
  admin = await site.tokenFor(["Admins"]);
  member = await site.tokenFor(["Members"]);
});
afterAll(() => site.close());

async function upload(file?: Buffer): Promise<string> {
  const body = formOf(file ?? (await makeJpeg({ width: 300, height: 200 })));
  const answer = await site.fetch("/api/images", { method: "POST", body, as: host.token });
  return ((await answer.json()) as Uploaded).key;
}

let made = 0;
async function pastEvent(more: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  made += 1;
  const event = makeEvent({ day: "2026-11-14", title: `Past ${made}`, hostUserId: host.userId, ...more });
  await site.addEvent(event);
  return event.id;
}

type Method = Parameters<typeof callEvent>[1];
const call = (method: Method, path: string, body?: unknown, as: string | undefined = host.token) =>
  callEvent(site, method, path, { as, body });
const asVisitor = (method: Method, path: string, body?: unknown) => callEvent(site, method, path, { body });

async function photosOf(answer: Response | Promise<Response>): Promise<EventPhotos> {
  const response = await answer;
  const body = (await response.json()) as EventPhotos;
  expect([response.status, body]).toEqual([200, expect.objectContaining({ photos: expect.any(Array) })]);
  return body;
}
const keysOf = async (answer: Response | Promise<Response>) => (await photosOf(answer)).photos.map(({ key }) => key);

async function eventAs(id: string, as?: string): Promise<EventView> {
  const answer = await site.fetch(`/api/social-events?id=${id}`, as === undefined ? {} : { as });
  return ((await answer.json()) as { socialEvents: { Item: EventView } }).socialEvents.Item;
}
const shown = async (key: string) => (await site.fetch(`/images/${key}`)).status;
const ask = (id: string, key: string, body: unknown = { reason: "That is me" }, as?: string) =>
  callEvent(site, "POST", `${id}/photos/${key}/takedown`, { as, body });
const requests = async (query = "") =>
  (await (await site.fetch(`/api/admin/photos${query}`, { as: admin })).json()) as PhotoRequests;
const decide = (id: string, action: string) => site.post(`/api/admin/photos/${id}/${action}`, {}, admin);

async function requestAbout(key: string) {
  const found = (await requests()).requests.find((request) => request.key === key);
  if (!found) throw new Error("There is no such request.");
  return found;
}

test("[EVT-02, EVT-03] a host adds photos and a video, says what they show, orders and deletes them; everybody sees that", async () => {
  const id = await pastEvent();
  const [first, second, clip] = [
    await upload(),
    await upload(),
    await upload(makeMp4({ sound: "clip of a past event" })),
  ];
  await call("POST", `${id}/photos`, { key: first, caption: "At the net" });
  await call("POST", `${id}/photos`, { key: clip });
  expect(await keysOf(call("POST", `${id}/photos`, { key: second }))).toEqual([first, clip, second]);
  expect(await keysOf(call("POST", `${id}/photos`, { key: first }))).toEqual([first, clip, second]);
  expect(await keysOf(call("PUT", `${id}/photos`, { order: [second, "unknown", first] }))).toEqual([
    second,
    first,
    clip,
  ]);
  await call("PATCH", `${id}/photos/${second}`, { caption: "  The winners\u00a0" });
  expect(await eventAs(id)).toMatchObject({
    showPhotos: true,
    imgList: [second, first, clip],
    photoCaptions: { [first]: "At the net", [second]: "The winners" },
  });
  const list = (await (await site.fetch("/api/social-events?isPastEvents")).json()) as { socialEvents: EventView[] };
  expect(list.socialEvents.map(({ socialEventId }) => socialEventId)).toContain(id);
  expect(await keysOf(call("DELETE", `${id}/photos/${first}`))).toEqual([second, clip]);
  expect(await keysOf(call("DELETE", `${id}/photos/${first}`))).toEqual([second, clip]);
  expect((await eventAs(id)).photoCaptions).toEqual({ [second]: "The winners" });
  expect((await photosOf(asVisitor("GET", `${id}/photos`))).canChange).toBe(false);
  expect(await refusal(call("PATCH", `${id}/photos/${first}`, { caption: "x" }))).toMatchObject({ status: 404 });
  expect((await call("PATCH", `${id}/photos/${second}`, { caption: "x".repeat(201) })).status).toBe(422);
});

test("[EVT-02] a dozen photos added at the same moment, while others order and delete: none is lost", async () => {
  const id = await pastEvent();
  const keys = await Promise.all(Array.from({ length: 12 }, () => upload()));
  const [gone = ""] = keys;
  await call("POST", `${id}/photos`, { key: gone });
  await Promise.all([
    ...keys.slice(1).map((key) => call("POST", `${id}/photos`, { key })),
    call("PUT", `${id}/photos`, { order: keys.toReversed() }),
    call("DELETE", `${id}/photos/${gone}`),
  ]);
  const left = await keysOf(call("GET", `${id}/photos`));
  expect(left.toSorted()).toEqual(keys.slice(1).toSorted());
});

test("[EVT-02] who was given a Host ID may add photos, until it is taken back; a member may not; an event has 200 at most", async () => {
  const id = await pastEvent();
  const other = await newcomer(site);
  const key = await upload();
  const add = (as: string) => call("POST", `${id}/photos`, { key }, as);
  expect([(await add(other.token)).status, (await add(member)).status]).toEqual([403, 403]);
  await site.app.db
    .insert(hostIds)
    .values({ id: "h", userId: other.userId, hostIdHash: "hash", createdAt: site.app.clock.now() });
  expect((await photosOf(add(other.token))).canChange).toBe(true);
  await site.app.db.execute(sql`update host_ids set revoked_at = now() where id = 'h'`);
  expect((await add(other.token)).status).toBe(403);
  await site.app.db.execute(
    sql`update social_events set img_list = array_fill('photo-salsa-night'::text, array[200]) where id = ${id}`,
  );
  expect((await call("POST", `${id}/photos`, { key: await upload() })).status).toBe(409);
  expect(await refusal(call("POST", `${id}/photos`, { key: "photo-salsa-night" }))).toMatchObject({ status: 422 });
});

describe("[EVT-08, EVT-09] photos of what strangers may not know of do not leak", () => {
  test.each([
    ["for close friends", { generalPublic: false }, 404],
    ["with a place for members", { membersOnlyLocation: true }, 200],
  ])("an event %s", async (_what, more, ofEvent) => {
    const id = await pastEvent(more);
    const key = await upload();
    await call("POST", `${id}/photos`, { key, caption: "SECRET-CAPTION" });
    const stranger = (await newcomer(site)).token;
    const paths = [
      `/api/social-events?id=${id}`,
      `/api/social-events/${id}/photos`,
      "/api/social-events?isPastEvents",
      "/api/social-events",
      `/api/social-events/${id}/rsvp`,
      `/events/${id}.ics`,
      "/events.ics",
    ];
    for (const as of [undefined, stranger]) {
      for (const path of paths) {
        const said = await (await site.fetch(path, as === undefined ? {} : { as })).text();
        expect([path, said.includes(key), said.includes("SECRET-CAPTION")]).toEqual([path, false, false]);
      }
      const status = (await site.fetch(`/api/social-events?id=${id}`, as === undefined ? {} : { as })).status;
      expect(status).toBe(ofEvent);
      expect((await ask(id, key, undefined, as)).status).toBe(404);
    }
    for (const as of [member, admin, host.token]) {
      expect((await eventAs(id, as)).imgList).toEqual([key]);
      expect(await keysOf(call("GET", `${id}/photos`, undefined, as))).toEqual([key]);
    }
    const list = await (await site.fetch("/api/social-events?isPastEvents", { as: member })).text();
    expect([list.includes(key), list.includes("SECRET-CAPTION")]).toEqual([true, true]);
  });

  test("the name of an upload cannot be guessed: 32 random digits, of which two have hardly any in common", async () => {
    const [one = "", two = ""] = [await upload(), await upload()].map((key) => key.slice(3, 35));
    expect([one.length, /^[0-9a-f]{32}$/.test(one), one === two]).toEqual([32, true, false]);
    expect(one.split("").filter((digit, index) => digit === two[index]).length).toBeLessThan(16);
  });
});

describe("asking to take a photo down", () => {
  test("[EVT-02] a stranger's request is kept, organizers are told without its words, and the photo stays until they decide", async () => {
    const id = await pastEvent({ title: "Asked About" });
    const key = await upload();
    await call("POST", `${id}/photos`, { key });
    const answer = await ask(id, key, { reason: " My boss would see it. ", email: "Me@Example.com" });
    expect(await answer.json()).toMatchObject({ success: true, hidden: false });
    expect(await shown(key)).toBe(200);
    const mails = (await site.mails()).filter(({ subject }) => subject.includes("Asked About"));
    // What a stranger wrote is read in the console.
    for (const { text } of mails) expect(text).not.toMatch(/My boss would see it|me@example\.com/);
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(["admins@example.com", "desk@example.com"]));
    expect(await requestAbout(key)).toMatchObject({
      eventId: id,
      eventTitle: "Asked About",
      isShown: true,
      askedBy: "",
    });
    expect((await ask(id, key, { reason: "x".repeat(1001) })).status).toBe(422);
    expect((await ask(id, key, { reason: "x", email: "not an address" })).status).toBe(422);
    expect((await ask(id, "up-none")).status).toBe(404);
  });

  test("[EVT-02] somebody signed in hides it at once, everywhere it is used; an organizer shows it again where it was", async () => {
    const key = await upload();
    const [id, cover] = [await pastEvent(), await pastEvent({ imgKey: key })];
    const others = [await upload(), await upload()];
    for (const each of [others[0], key, others[1]]) await call("POST", `${id}/photos`, { key: each, caption: "x" });
    const asker = await newcomer(site, { user: { firstName: "Una", lastName: "Shy", status: "approved" } });
    const answers = await Promise.all([ask(id, key, undefined, asker.token), ask(id, key, undefined, asker.token)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect((await eventAs(id)).imgList).toEqual(others);
    expect((await eventAs(cover)).imgKey).toBe("");
    expect(await shown(key)).toBe(404);
    // To send it again does not show it again.
    expect((await call("POST", `${id}/photos`, { key })).status).toBe(409);
    const request = await requestAbout(key);
    expect(request).toMatchObject({ isHidden: true, isShown: false, askedBy: "Una Shy", status: "open" });
    const look = await site.fetch(`/api/admin/photos/${request.id}/picture`, { as: admin });
    expect([look.status, look.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect((await look.text()).startsWith("RIFF")).toBe(true);
    expect((await decide(request.id, "keep")).status).toBe(200);
    expect((await eventAs(id)).imgList).toEqual([others[0], key, others[1]]);
    expect((await eventAs(cover)).imgKey).toBe(key);
    expect([await shown(key), (await requestAbout(key)).status]).toEqual([200, "kept"]);
    // It was looked at: from now on a request waits.
    const again = await newcomer(site, { user: { status: "approved" } });
    expect(await (await ask(id, key, undefined, again.token)).json()).toMatchObject({ hidden: false });
    expect((await decide(request.id, "delete")).status).toBe(409);
  });

  test("[EVT-02] an organizer plays a hidden video, and nobody else does", async () => {
    const id = await pastEvent();
    const file = makeMp4({ sound: "seen-by-organizers" });
    const key = await upload(file);
    await call("POST", `${id}/photos`, { key });
    const asker = await newcomer(site, { user: { status: "approved" } });
    await ask(id, key, undefined, asker.token);
    expect(await shown(key)).toBe(404);
    const path = `/api/admin/photos/${(await requestAbout(key)).id}/picture`;
    const look = await site.fetch(path, { as: admin });
    expect([look.status, look.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect((await look.arrayBuffer()).byteLength).toBeGreaterThan(70_000);
    const statuses = await Promise.all(
      [asker.token, host.token, undefined].map(
        async (as) => (await site.fetch(path, as === undefined ? {} : { as })).status,
      ),
    );
    expect(statuses).toEqual([403, 403, 401]);
  });

  test("[EVT-02] nobody hides more than five photos a day", async () => {
    const id = await pastEvent();
    const asker = await newcomer(site, { user: { status: "approved" } });
    const hidden = [];
    for (let count = 0; count < 6; count += 1) {
      const key = await upload();
      await call("POST", `${id}/photos`, { key });
      hidden.push(((await (await ask(id, key, undefined, asker.token)).json()) as { hidden: boolean }).hidden);
    }
    expect(hidden).toEqual([true, true, true, true, true, false]);
  });

  test("[EVT-02] an organizer hides, undoes that in the log, and deletes for good: the bytes are gone, and stay away", async () => {
    const id = await pastEvent();
    const file = await makeJpeg({ width: 320, height: 320 });
    const key = await upload(file);
    await call("POST", `${id}/photos`, { key, caption: "Somebody" });
    await ask(id, key);
    const { id: request } = await requestAbout(key);
    expect((await decide(request, "hide")).status).toBe(200);
    expect([await shown(key), (await eventAs(id)).imgList]).toEqual([404, []]);
    const log = (await (await site.fetch("/api/admin/audit?action=photo_hidden", { as: admin })).json()) as {
      entries: { id: string; canUndo: boolean; subjectIds: string[] }[];
    };
    const [entry] = log.entries;
    expect(entry).toMatchObject({ canUndo: true, subjectIds: [request, id] });
    for (let twice = 0; twice < 2; twice += 1)
      expect((await site.post(`/api/admin/audit/${entry?.id}/undo`, {}, admin)).status).toBe(200);
    expect([await shown(key), (await eventAs(id)).imgList]).toEqual([200, [key]]);
    const both = await Promise.all([decide(request, "delete"), decide(request, "delete")]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await eventAs(id)).toMatchObject({ imgList: [], photoCaptions: {} });
    expect([await shown(key), await site.app.images.get(`${key}-320.webp`)]).toEqual([404, null]);
    const again = await site.fetch("/api/images", { method: "POST", body: formOf(file), as: host.token });
    expect(await refusal(again)).toMatchObject({
      status: 409,
      message: expect.stringContaining("took this picture down"),
    });
    expect((await decide(request, "burn")).status).toBe(400);
    expect((await requests("?status=deleted")).requests.map((each) => each.id)).toContain(request);
    expect((await requests("?status=open")).requests.map((each) => each.id)).not.toContain(request);
  });

  test("[EVT-02] one of the site's own pictures is hidden in this event only, and its cover stays", async () => {
    const more = { imgKey: "dance", imgList: ["photo-salsa-night", "dance"], showPhotos: true };
    const [id, other] = [await pastEvent(more), await pastEvent(more)];
    await ask(id, "dance", undefined, (await newcomer(site)).token);
    expect(await eventAs(id)).toMatchObject({ imgKey: "dance", imgList: ["photo-salsa-night"] });
    expect((await eventAs(other)).imgList).toEqual(["photo-salsa-night", "dance"]);
    await decide((await requestAbout("dance")).id, "keep");
    expect((await eventAs(id)).imgList).toEqual(["photo-salsa-night", "dance"]);
  });
});
