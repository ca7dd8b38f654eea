import { afterEach, beforeEach, expect, test } from "vitest";
import { clearUploads } from "#src/features/events/uploads/jobs.server.ts";
import type { Uploaded } from "#src/features/events/uploads/schema.ts";
import type { AuditPage } from "#src/features/history/schema.ts";
import { makeWeb } from "#src/server/web.ts";
import { formOf, makeJpeg, makeMp4 } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const HOUR = 3_600_000;

let site: TestSite;
let boss: Awaited<ReturnType<TestSite["signedIn"]>>;
beforeEach(async () => {
  site = await startTestSite();
  boss = await site.signedIn({ groups: ["Admins"], email: "ada@example.com" });
});
afterEach(() => site.close());

const json = { "content-type": "application/json" };
const change = (logo: string, as = boss.token) =>
  site.fetch("/api/admin/settings", { method: "PUT", headers: json, body: JSON.stringify({ logo }), as });
const shown = () => site.app.config.group.logo;

async function upload(file: Buffer, as = boss.token): Promise<string> {
  const answer = await site.fetch("/api/images", { method: "POST", body: formOf(file), as });
  return ((await answer.json()) as Uploaded).key;
}
const square = async (side: number, as = boss.token) => upload(await makeJpeg({ width: side, height: side }), as);

async function undoLatest() {
  const { entries } = (await (await site.fetch("/api/admin/audit", { as: boss.token })).json()) as AuditPage;
  const { id } = entries.find(({ canUndo }) => canUndo) ?? {};
  return site.post(`/api/admin/audit/${id}/undo`, {}, boss.token);
}

/** The job, as it runs so many hours from now. */
async function sweep(hours: number): Promise<void> {
  const now = site.app.clock.now().getTime();
  await clearUploads({ ...site.app, clock: { now: () => new Date(now + hours * HOUR) } });
}
const status = async (key: string) => (await site.fetch(`/images/${key}`)).status;

test("[DESK-02] only a picture that is there, and is nobody else's, becomes the logo", async () => {
  const member = await site.tokenFor([], { email: "zoe@example.com" });
  const other = await site.tokenFor(["Admins"], { email: "bo@example.com" });
  const own = await square(300);
  const cases = [
    ["hero-volleyball", "Choose a picture."],
    [await upload(makeMp4()), "Choose a picture."],
    [`up-${"0".repeat(32)}-300x300-aabbcc`, "This picture is not here anymore. Send it once more, or choose another."],
    [await square(301, member), "Someone else uploaded this picture. Choose another file."],
  ] as const;
  for (const [key, words] of cases) {
    const answer = await change(key);
    expect([answer.status, await answer.json()], key).toEqual([
      422,
      expect.objectContaining({ fields: { logo: words } }),
    ]);
  }
  expect((await change(own, other)).status).toBe(422);
  expect(shown()).toBeUndefined();
  expect((await change(own)).status).toBe(200);
  expect(shown()).toBe(own);
  // Another organizer may send all the settings as they are.
  expect((await change(own, other)).status).toBe(200);
});

test("[DESK-02] the logo is on every page at once, at an address that changes with it, and on phones if it is square", async () => {
  const { cache, live } = makeWeb(site.app);
  cache.setListening(true);
  await cache.render("page", [], async () => new Response("our mark"));
  const icons = async () => {
    const { icons: all } = (await (await site.fetch("/site.webmanifest")).json()) as { icons: { src: string }[] };
    return all.map(({ src }) => src);
  };
  const ours = ["/brand/icon-192.png", "/brand/icon-512.png", "/brand/icon-maskable-512.png"];
  expect(await icons()).toEqual(ours);
  const key = await square(500);
  await change(key);
  live.stop();
  expect(cache.kept("page")).toBeUndefined();
  expect(await icons()).toEqual([240, 480, 500].map((width) => `/images/${key}-${width}.webp`));
  const picture = await site.fetch(`/images/${key}-240.webp`);
  expect([picture.status, picture.headers.get("cache-control")]).toEqual([200, expect.stringContaining("max-age")]);
  await change(await square(100));
  expect(await icons()).toEqual(ours);
  await change(await upload(await makeJpeg({ width: 600, height: 300 })));
  expect(await icons()).toEqual(ours);
  await change("");
  expect([shown(), await icons()]).toEqual([undefined, ours]);
});

test("[DESK-02] the logo outlives the sweep of unused uploads; one that was replaced is kept a day, for an undo", async () => {
  const first = await square(300);
  await change(first);
  await sweep(25);
  expect(await status(first)).toBe(200);
  const second = await square(301);
  await change(second);
  expect((await undoLatest()).status).toBe(200);
  expect(shown()).toBe(first);
  await change(second);
  await sweep(25);
  expect([await status(first), await status(second)]).toEqual([404, 200]);
  const undone = await undoLatest();
  expect([undone.status, await undone.json()]).toEqual([
    409,
    expect.objectContaining({ message: "The earlier logo is no longer kept. Upload it again." }),
  ]);
  expect(shown()).toBe(second);
});

test("[DESK-02, SAFE-14] the logo stays when who sent it is deleted, and is theirs no more", async () => {
  const other = await site.signedIn({ groups: ["Admins"], email: "bo@example.com" });
  const [logo, unused] = [await square(300, other.token), await square(301, other.token)];
  await change(logo, other.token);
  const deleted = await site.fetch("/api/profile", {
    method: "DELETE",
    headers: json,
    body: '{"confirm":"DELETE"}',
    as: other.token,
  });
  expect(deleted.status).toBe(200);
  await sweep(24 * 60);
  expect([shown(), await status(logo), await status(unused)]).toEqual([logo, 200, 404]);
  const { rows } = await site.app.db.execute("select owner_user_id as owner from uploaded_images");
  expect(rows).toEqual([{ owner: null }]);
});
