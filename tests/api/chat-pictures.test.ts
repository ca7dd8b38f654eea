import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { chatPictures, chats } from "#src/db/tables/chats.ts";
import { uploadedImages } from "#src/db/tables/images.ts";
import { clearUploads } from "#src/features/events/uploads/jobs.server.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { ask, codesOf } from "#tests/support/graphql.ts";
import { makeJpeg } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Person = Awaited<ReturnType<typeof newcomer>>;

let site: TestSite;
let admin: Person;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await newcomer(site, { groups: ["Admins"] });
});
beforeEach(async () => {
  [ana, ben] = [await newcomer(site, { groups: ["Members"] }), await newcomer(site, { groups: ["Members"] })];
  await site.app.db.delete(chats);
  await site.app.db.insert(chats).values(makeChat());
});
afterAll(() => site.close());

async function upload(as: string, bytes?: Buffer): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(bytes ?? (await makeJpeg()))]), "net.jpg");
  const taken = await site.fetch("/api/images", { method: "POST", as, body: form });
  expect(taken.status).toBe(201);
  return ((await taken.json()) as { key: string }).key;
}
const FIELDS = "id text picture { key alt }";
const post = (as: string, pictureKey: string | null, { text = "", pictureAlt = "The net at dusk" } = {}) =>
  ask(
    site,
    `mutation ($text: String!, $clientId: ID!, $pictureKey: String, $pictureAlt: String) {
      sendMessage(chatId: "volleyball", text: $text, clientId: $clientId, pictureKey: $pictureKey, pictureAlt: $pictureAlt) { ${FIELDS} } }`,
    { as, text, clientId: randomUUID(), pictureKey, pictureAlt },
  );
const posted = async (...args: Parameters<typeof post>) => (await post(...args)).data.sendMessage;
const messages = async (as: string) =>
  (await ask(site, `{ chat(id: "volleyball") { messages { ${FIELDS} } } }`, { as })).data.chat.messages;
const remove = (as: string, id: string) =>
  ask(site, `mutation ($id: ID!) { deleteMessage(chatId: "volleyball", messageId: $id) { ${FIELDS} } }`, { as, id });
const shown = async (key: string) => (await site.fetch(`/images/${key}`)).status;
const hide = (id: string, method: "PUT" | "DELETE") =>
  site.fetch(`/api/admin/chats/volleyball/messages/${id}/hidden`, {
    method,
    as: admin.token,
    ...(method === "PUT" && { headers: { "content-type": "application/json" }, body: '{"reason":"Off"}' }),
  });

test("[DESK-09] a message has a picture with or without words, without what its camera noted", async () => {
  const bytes = await sharp(await makeJpeg())
    .withExif({ IFD0: { Copyright: "Ana Secret" } })
    .jpeg()
    .toBuffer();
  const key = await upload(ana.token, bytes);
  const picture = { key, alt: "The net at dusk" };
  const { id } = await posted(ana.token, key);
  await posted(ana.token, key, { text: "Again", pictureAlt: "" });
  expect(await messages(ben.token)).toEqual([
    { id, text: "", picture },
    { id: expect.any(String), text: "Again", picture: { key, alt: "" } },
  ]);
  const stored = Buffer.from(await (await site.fetch(`/images/${key}`)).arrayBuffer());
  expect([stored.length > 0, stored.includes("Ana Secret")]).toEqual([true, false]);
  expect(codesOf(await post(ana.token, null))).toEqual(["INVALID"]);
  for (const none of ["up-none", `up-${"0".repeat(32)}-100x100-ffffff`])
    expect(codesOf(await post(ana.token, none))).toEqual(["INVALID"]);
  const outsider = await newcomer(site);
  expect(codesOf(await post(outsider.token, key))).toEqual(["FORBIDDEN"]);
});

test("[DESK-09] a picture in a chat is not unused, and goes with its message at once", async () => {
  const key = await upload(ana.token);
  const { id } = await posted(ana.token, key);
  await site.app.db.update(uploadedImages).set({ touchedAt: new Date("2020-01-01T12:00:00Z") });
  await clearUploads(site.app);
  expect(await shown(key)).toBe(200);
  expect((await remove(ana.token, id)).data.deleteMessage).toEqual({ id, text: "", picture: null });
  expect(await shown(key)).toBe(404);
  expect(await site.app.db.select().from(chatPictures)).toEqual([]);
});

test("[DESK-09] a hidden message hides its picture from everyone, until it is shown again", async () => {
  const key = await upload(ana.token);
  const { id } = await posted(ana.token, key);
  expect((await hide(id, "PUT")).status).toBe(200);
  expect(await shown(key)).toBe(404);
  for (const { token } of [ana, ben, admin]) expect(await messages(token)).toEqual([{ id, text: "", picture: null }]);
  expect((await hide(id, "DELETE")).status).toBe(200);
  expect(await shown(key)).toBe(200);
});

test("[DESK-09] the cover of an event stays when somebody puts it into a message that is hidden", async () => {
  const key = await upload(ana.token);
  await site.addEvent(makeEvent({ day: "2026-11-28", title: "Cover", hostUserId: ana.userId, imgKey: key }));
  const { id } = await posted(ben.token, key);
  expect((await hide(id, "PUT")).status).toBe(200);
  expect(await shown(key)).toBe(200);
});

test("[DESK-09, DESK-10] a report keeps the picture for organizers, also when its author deletes the message", async () => {
  const key = await upload(ana.token);
  const { id } = await posted(ana.token, key, { pictureAlt: "An insult on a sign" });
  await site.post("/api/reports", { message: "Look at it", chatId: "volleyball", messageId: id }, ben.token);
  await remove(ana.token, id);
  expect(await shown(key)).toBe(404);
  const { reports } = (await (await site.fetch("/api/admin/reports", { as: admin.token })).json()) as {
    reports: { quote: string; picture: { src: string; alt: string } }[];
  };
  expect(reports[0]).toMatchObject({
    quote: "An insult on a sign",
    picture: { src: expect.stringMatching(/^data:image\/webp;base64,/), alt: "An insult on a sign" },
  });
});

test("[DESK-09, SAFE-15] the export has the picture; a person who leaves takes it with them", async () => {
  const key = await upload(ana.token);
  await posted(ana.token, key);
  const exported = await (await site.fetch("/api/profile/export", { as: ana.token })).json();
  expect(exported).toMatchObject({
    chatMessages: [{ picture: { alt: "The net at dusk", url: expect.stringContaining(key) } }],
  });
  await site.fetch("/api/profile", {
    method: "DELETE",
    as: ana.token,
    headers: { "content-type": "application/json" },
    body: '{"confirm":"DELETE"}',
  });
  expect(await messages(ben.token)).toMatchObject([{ text: "", picture: null }]);
  expect(await site.app.db.select().from(chatPictures)).toEqual([]);
});

test("[DESK-09, DAY-12] the thread of an event takes pictures too, from people who may write there", async () => {
  const event = makeEvent({ day: "2026-11-28", title: "Talk", hostUserId: ben.userId });
  await site.addEvent(event);
  await rsvpState(answer(site, event.id, ana.token, "going"));
  const key = await upload(ana.token);
  const send = (as: string) =>
    callEvent(site, "POST", `${event.id}/thread`, {
      as,
      body: { text: "", clientId: randomUUID(), pictureKey: key, pictureAlt: "The court" },
    });
  expect(await (await send(ana.token)).json()).toMatchObject({ picture: { key, alt: "The court" } });
  const outsider = await newcomer(site, { groups: ["Members"] });
  expect(await refusal(send(outsider.token))).toMatchObject({ status: 403 });
  await site.app.db.execute(sql`delete from social_events where id = ${event.id}`);
  expect(await site.app.db.select().from(chatPictures)).toEqual([]);
});
