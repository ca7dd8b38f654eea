import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { readConfig } from "#src/config.server.ts";
import { followChanges } from "#src/db/change-log.server.ts";
import { groupSettings } from "#src/db/tables/group-settings.ts";
import type { AuditPage } from "#src/features/history/schema.ts";
import { loadSettings } from "#src/features/settings/queries.server.ts";
import type { SettingsAnswer } from "#src/features/settings/schema.ts";
import { compose } from "#src/server/compose.server.ts";
import { makeWeb } from "#src/server/web.ts";
import { until } from "#tests/support/processes.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

const SETTINGS = "/api/admin/settings";

let site: TestSite;
let boss: Awaited<ReturnType<TestSite["signedIn"]>>;
beforeEach(async () => {
  site = await startTestSite({ GROUP_NAME: "Tide Club", MERCH_ORDER_URL: "https://forms.example/hats" });
  boss = await site.signedIn({ groups: ["Admins"], email: "ada@example.com", user: { firstName: "Ada" } });
});
afterEach(() => site.close());

const json = { "content-type": "application/json" };
const change = (body: unknown, as = boss.token) =>
  site.fetch(SETTINGS, { method: "PUT", headers: json, body: JSON.stringify(body), as });
const read = async () => (await (await site.fetch(SETTINGS, { as: boss.token })).json()) as SettingsAnswer;
const manifest = async () => (await (await site.fetch("/site.webmanifest")).json()) as { name: string };
const audit = async () => (await (await site.fetch("/api/admin/audit", { as: boss.token })).json()) as AuditPage;

test("[DESK-02] the console starts with the server's settings, and what it changes counts at once everywhere", async () => {
  expect((await read()).settings).toMatchObject({ groupName: "Tide Club", areaName: "Jacksonville, FL" });
  expect(await manifest()).toMatchObject({ name: "Tide Club, Jacksonville, FL" });
  const saved = await change({ groupName: "Dune Runners", areaName: "Portland, OR", timeZone: "America/Los_Angeles" });
  expect([saved.status, await saved.json()]).toEqual([
    200,
    {
      success: true,
      message: expect.stringMatching(/^Saved/),
      settings: expect.objectContaining({ areaName: "Portland, OR" }),
    },
  ]);
  expect(await manifest()).toMatchObject({ name: "Dune Runners, Portland, OR" });
  await site.post("/api/support", {
    email: "zoe@example.com",
    firstName: "Zoe",
    lastName: "Carter",
    phone: "9045550142",
    sex: "female",
    message: "Hello there",
    formType: "support",
  });
  const mails = await site.mails();
  expect(mails.length).toBeGreaterThan(0);
  for (const { subject, text } of mails) {
    expect(subject).toContain("Dune Runners");
    expect(text).not.toContain("Tide Club");
  }
  const profile = (await (await site.fetch("/api/profile", { as: boss.token })).json()) as Record<string, unknown>;
  expect(JSON.stringify(profile)).not.toContain("America/New_York");
});

test("[DESK-02] a change is in the log in full, and its undo takes back what nobody changed since", async () => {
  await change({ groupName: "Dune Runners", contactEmail: "hi@dunes.example" });
  await change({ contactEmail: "desk@dunes.example" });
  const [later, first] = (await audit()).entries;
  expect(first).toMatchObject({
    action: "settings_changed",
    actor: { email: "ada@example.com" },
    before: { groupName: "Tide Club", contactEmail: "" },
    after: { groupName: "Dune Runners", contactEmail: "hi@dunes.example" },
    canUndo: true,
  });
  expect(later).toMatchObject({
    before: { contactEmail: "hi@dunes.example" },
    after: { contactEmail: "desk@dunes.example" },
  });
  const undone = await site.post(`/api/admin/audit/${first?.id}/undo`, {}, boss.token);
  expect(undone.status).toBe(200);
  expect((await read()).settings).toMatchObject({ groupName: "Tide Club", contactEmail: "desk@dunes.example" });
  // What is as the server says again is nobody's choice anymore.
  const rows = await site.app.db.select({ name: groupSettings.name }).from(groupSettings);
  expect(rows).toEqual([{ name: "contactEmail" }]);
});

test("[DESK-02] an undo with nothing to take back is refused, and possible once the later change is undone", async () => {
  for (const areaName of ["Ames", "Boone", "Clive"]) await change({ areaName });
  const [later, older] = (await audit()).entries;
  const undo = (entry: typeof later) => site.post(`/api/admin/audit/${entry?.id}/undo`, {}, boss.token);
  const refused = await undo(older);
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringContaining("Undo the later change first.") }),
  ]);
  expect((await read()).settings.areaName).toBe("Clive");
  for (const entry of [later, older]) expect((await undo(entry)).status).toBe(200);
  expect((await read()).settings.areaName).toBe("Ames");
});

test("[DESK-02] a time zone is kept under its own name, and an offset is none", async () => {
  expect((await change({ timeZone: "america/chicago" })).status).toBe(200);
  expect((await read()).settings.timeZone).toBe("America/Chicago");
  expect((await change({ timeZone: "+05:30" })).status).toBe(422);
});

test("[DESK-02] what changes nothing leaves no trace, and a form with a mistake changes nothing at all", async () => {
  expect(await (await change({ groupName: "Tide Club" })).json()).toMatchObject({
    message: expect.stringContaining("Nothing"),
  });
  const bad = await change({
    groupName: "  ",
    areaName: "Portland, OR",
    timeZone: "Beach Time",
    instagramUrl: "javascript:alert(1)",
    contactEmail: "not an address",
    venmoName: "two words",
    tournamentDay: "2026-02-30",
    hiddenPages: ["/events"],
  });
  expect(bad.status).toBe(422);
  const { fields } = (await bad.json()) as { fields: Record<string, unknown> };
  expect(Object.keys(fields).toSorted()).toEqual(
    ["contactEmail", "groupName", "hiddenPages.0", "instagramUrl", "timeZone", "tournamentDay", "venmoName"].toSorted(),
  );
  expect((await read()).settings.areaName).toBe("Jacksonville, FL");
  expect((await audit()).entries).toEqual([]);
});

test("[DESK-02, ADMIN-04] a mistyped amount or placeholder is refused by name; one that an earlier release took stays", async () => {
  for (const [sent, words] of [
    [{ budget: "$5 Nets\n$1,00 Ice" }, "This one doesn’t: $1,00 Ice"],
    [{ welcomeText: "Hi {nmae}, welcome to {group}" }, "{nmae} is not filled in. Write {name}, {group} or {site}."],
    [{ followUpText: "See {Site}/join" }, "{Site} is not filled in. Write {name}, {group} or {site}."],
  ] as const) {
    const refused = await change(sent);
    const { fields } = (await refused.json()) as { fields: Record<string, string> };
    const [name = ""] = Object.keys(sent);
    expect([refused.status, Object.keys(fields), fields[name]]).toEqual([422, [name], expect.stringContaining(words)]);
  }
  const kept = { budget: "$5 Nets\n$1,00 Ice", welcomeText: "Hi {nmae}!" };
  for (const [name, value] of Object.entries(kept))
    await site.app.db.insert(groupSettings).values({ name, value, changedAt: site.app.clock.now() });
  await loadSettings(site.app);
  expect((await read()).settings).toMatchObject(kept);
  expect(site.app.config.group.budget).toEqual([{ what: "Nets", cents: 500 }]);
});

test("[DESK-02] secrets stay on the server: the console says whether they are set, never what they are", async () => {
  const secret = await startTestSite({
    SMTP_URL: "smtp://me:hunter22@mail.example",
    MAILER: "smtp",
    VENMO_HANDLE: "@tide",
  });
  onTestFinished(() => secret.close());
  const { token } = await secret.signedIn({ groups: ["Admins"], email: "ada@example.com" });
  const text = await (await secret.fetch(SETTINGS, { as: token })).text();
  expect(text).not.toContain("hunter22");
  const { onServer, settings } = JSON.parse(text) as SettingsAnswer;
  expect(onServer.filter(({ isSet }) => isSet).map(({ name }) => name)).toEqual(["SMTP_URL"]);
  expect(settings.venmoName).toBe("tide");
  expect((await change({ SMTP_URL: "smtp://evil.example", smtpUrl: "x" })).status).toBe(200);
  expect(JSON.stringify((await read()).settings)).not.toContain("evil");
});

test("[DESK-02] only organizers read and change settings, and only with a fresh proof", async () => {
  const lead = await site.signedIn({ roles: ["event_lead", "treasurer"], email: "lee@example.com" });
  expect((await site.fetch(SETTINGS, { as: lead.token })).status).toBe(403);
  expect((await change({ groupName: "Mine" }, lead.token)).status).toBe(403);
  expect((await site.fetch(SETTINGS, { method: "PUT", headers: json, body: "{}" })).status).toBe(401);
  const stale = await site.signedIn({ groups: ["Admins"], email: "old@example.com" });
  await site.app.db.execute(`update sessions set proved_at = proved_at - interval '1 hour' where sub = '${stale.sub}'`);
  expect((await change({ venmoName: "thief" }, stale.token)).status).toBe(403);
  expect((await read()).settings.venmoName).toBe("");
});

test("[DESK-02] another process hears of it by itself, and drops the pages of visitors", async () => {
  const start = readConfig({ LOG_LEVEL: "silent", SEED: "none", PUBLIC_URL, GROUP_NAME: "Tide Club" });
  const other = await compose(start, site.databaseUrl, PUBLIC_URL);
  const web = makeWeb(other.app);
  const { promise: isHearing, resolve } = Promise.withResolvers<void>();
  const { handlers, onHearing } = web;
  const reading = { connectionString: site.databaseUrl, events: other.events, log: other.app.log };
  const changes = followChanges(reading, handlers, (is) => {
    onHearing(is);
    if (is) resolve();
  });
  onTestFinished(async () => {
    await changes.stop();
    web.live.stop();
    await other.close();
  });
  await isHearing;
  const { cache } = web;
  await cache.render("page", [], async () => new Response("Tide Club"));
  await change({ groupName: "Dune Runners" });
  await until("the other process knows the name", () => other.app.config.group.name === "Dune Runners");
  await until("its pages are made anew", () => cache.kept("page") === undefined);
  expect(other.app.config.mailFrom).toContain("Dune Runners");
});

test("[DESK-02] with the answer to a change, this process shows no visitor a page of before", async () => {
  const { cache, live } = makeWeb(site.app);
  onTestFinished(() => live.stop());
  cache.setListening(true);
  const isKept = () => cache.kept("page") !== undefined;
  await cache.render("page", [], async () => new Response("Tide Club"));
  await until("the page is kept", isKept);
  await change({ groupName: "Dune Runners" });
  expect(isKept()).toBe(false);
});

test("[DESK-02] hidden pages leave the sitemap; a value that a later release wrote is left alone", async () => {
  await change({ hiddenPages: ["/salsa", "/bonfire", "/salsa"] });
  expect((await read()).settings.hiddenPages).toEqual(["/bonfire", "/salsa"]);
  const map = await (await site.fetch("/sitemap.xml")).text();
  expect(map).toContain("/dance");
  expect(map).not.toMatch(/\/(?:salsa|bonfire)</);
  await site.app.db.execute(`insert into group_settings (name, value, changed_at)
    values ('anthem', '"La la"', now()), ('areaName', '{"town": "Portland"}', now())`);
  await loadSettings(site.app);
  expect((await read()).settings.areaName).toBe("Jacksonville, FL");
});
