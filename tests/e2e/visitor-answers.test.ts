import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

const LIST = "/api/social-events";
const SECRET = "Behind the third dune";

let site: BrowserSite;
let member: string;
let id: string;
beforeAll(async () => {
  site = await startBrowserSite();
  member = await site.tokenFor(["Members"], { email: "kept-member@example.com" });
  const event = makeEvent({
    day: "2026-11-28",
    title: "Kept Kites",
    location: SECRET,
    shortLocation: "Dunes",
    membersOnlyLocation: true,
  });
  await site.addEvent(event);
  id = event.id;
});
afterAll(() => site.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}${path}`, { headers: { "accept-encoding": "br", ...headers } });
const asMember = (path: string) => ask(path, { authorization: `Bearer ${member}` });
const textOf = async (answer: Promise<Response>) => (await answer).text();

for (const path of [LIST, `${LIST}?id=2026-11-28-kept-kites`]) {
  test(`[EVT-01, EVT-08] ${path}: visitors are answered alike, with a validator; a token makes it personal`, async () => {
    const [first, again] = [await ask(path), await ask(path)];
    expect([first.status, await first.text()]).toEqual([200, await again.text()]);
    const { headers } = again;
    expect(headers.get("content-type")).toContain("application/json");
    expect(headers.get("cache-control")).toBe("public, no-cache");
    expect(headers.get("vary")).toBe("authorization, accept-encoding");
    expect(headers.get("content-encoding")).toBe("br");
    // nginx does not tell callers by their token, so it must not keep it.
    expect([headers.get("x-accel-expires"), headers.get("cdn-cache-control")]).toEqual([null, null]);
    const etag = headers.get("etag") ?? "";
    expect((await ask(path, { "if-none-match": etag })).status).toBe(304);

    const personal = await asMember(path);
    expect(personal.headers.get("cache-control")).toBe("no-store");
    expect(await personal.text()).toContain(SECRET);
    expect(await textOf(ask(path))).not.toContain(SECRET);
    expect((await ask(path, { authorization: "Bearer not-a-token", "if-none-match": etag })).status).toBe(401);
  });
}

test("[EVT-01, EVT-09] what changes by any hand is in visitors' answers at the next request", async () => {
  const one = `${LIST}?id=${id}`;
  for (const path of [LIST, one, LIST, one]) expect(await textOf(ask(path))).toContain("Kept Kites");
  await site.sql("update social_events set title = 'Kept Balloons' where id = $1", [id]);
  for (const path of [LIST, one]) await eventually(() => textOf(ask(path)), path).toContain("Kept Balloons");
  await site.sql("update social_events set general_public = false where id = $1", [id]);
  await eventually(async () => (await ask(one)).status).toBe(404);
  await eventually(() => textOf(ask(LIST))).not.toContain("Kept Balloons");
  expect((await asMember(one)).status).toBe(200);
  await site.sql("update social_events set general_public = true where id = $1", [id]);
  await eventually(async () => (await ask(one)).status).toBe(200);
});

test("[API-01] parameters that the list does not read change nothing, and what it cannot read is refused each time", async () => {
  // The event of the test before may still be on its way back into the list.
  const both = () => Promise.all([textOf(ask(LIST)), textOf(ask(`${LIST}?utm_source=poster`))]);
  await eventually(async () => new Set(await both()).size, "the same answer").toBe(1);
  for (let count = 0; count < 2; count += 1) {
    const refused = await ask(`${LIST}?after=nonsense`);
    expect([refused.status, refused.headers.get("cache-control")]).toEqual([400, "no-store"]);
    const long = await ask(`${LIST}?id=${"x".repeat(300)}`);
    expect([long.status, Object.keys(((await long.json()) as { fields: object }).fields)]).toEqual([422, ["id"]]);
  }
});

test("[DASH-06] a poll for members is on the page of a member, and in nothing that a visitor is sent", async () => {
  const { id: polled } = await site.addEvent(makeEvent({ day: "2026-12-14", title: "Asked About Dances" }));
  const poll = "insert into event_polls (event_id, question, members_only) values ($1, 'Which dance?', true)";
  await site.sql(poll, [polled]);
  const option = "insert into poll_options (id, event_id, position, label) values ('polled-0', $1, 0, 'Bachata')";
  await site.sql(option, [polled]);
  for (const path of [`/events/${polled}`, `/events/${polled}.data`]) {
    const answer = await ask(path);
    const text = await answer.text();
    const found = [answer.status, text.includes("Asked About Dances"), text.includes("Bachata")];
    expect([path, ...found]).toEqual([path, 200, true, false]);
  }
  const { page } = await site.open({ as: member });
  await visit(page, `/events/${polled}`);
  await page.getByRole("button", { name: "Bachata" }).waitFor();
});
