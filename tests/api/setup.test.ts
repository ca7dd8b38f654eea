import { afterEach, beforeEach, expect, test } from "vitest";
import { groupSettings } from "#src/db/tables/group-settings.ts";
import { setupCodes } from "#src/db/tables/setup-codes.ts";
import { users } from "#src/db/tables/users.ts";
import { openSetup } from "#src/features/setup/commands.server.ts";
import { authOf } from "#tests/support/identity.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const PASSWORD = "Tide-Pools-At-6-AM";
const SETUP = {
  groupName: "Palm Bay Social",
  areaName: "Palm Bay",
  timeZone: "America/Chicago",
  firstName: "Olga",
  lastName: "Ortiz",
  email: "Olga@example.com",
  password: PASSWORD,
};

let site: TestSite;
beforeEach(async () => {
  site = await startTestSite({ NODE_ENV: "production", NOW: "", ORGANIZER_SECOND_FACTOR: "off" });
});
afterEach(() => site.close());

/** As the start does it. */
const codeOf = async () => new URL((await openSetup(site.app)) ?? "http://none.invalid").hash.slice(1);

async function setUp(given: Partial<typeof SETUP> & { code: string }) {
  const answer = await site.post("/api/auth/setup", { ...SETUP, ...given });
  return {
    status: answer.status,
    body: (await answer.json()) as { message?: string; fields?: Record<string, string> },
  };
}

const rows = async () => ({
  accounts: await site.app.db.$count(users),
  settings: await site.app.db.$count(groupSettings),
});

test("[DESK-02] the code of the start names the group and makes its first organizer, once", async () => {
  const code = await codeOf();
  expect((await setUp({ code })).status).toBe(200);
  expect(site.app.config.group).toMatchObject({ name: "Palm Bay Social", timeZone: "America/Chicago" });
  const { body } = await authOf(site).signIn("olga@example.com", PASSWORD);
  const { idToken } = body as { idToken: string };
  const settings = await site.fetch("/api/admin/settings", { as: idToken });
  expect(await settings.clone().json()).toMatchObject({
    settings: { groupName: "Palm Bay Social", areaName: "Palm Bay" },
  });
  // Its pages of samples are for an organizer to show.
  expect(await settings.json()).toMatchObject({ settings: { hiddenPages: ["/example", "/map"] } });
  const me = (await (await site.fetch("/api/profile", { as: idToken })).json()) as { firstName: string };
  expect(me.firstName).toBe("Olga");
  const log = (await (await site.fetch("/api/admin/audit", { as: idToken })).json()) as {
    entries: { action: string; actor: { email: string } }[];
  };
  expect(log.entries).toMatchObject([{ action: "settings_changed", actor: { email: "olga@example.com" } }]);
  // The code counts once, and the next start makes none.
  const before = await rows();
  const again = await setUp({ code, email: "eve@example.com" });
  expect([again.status, again.body.message]).toEqual([
    409,
    "The group is set up already. Sign in, or ask its organizers.",
  ]);
  expect(await rows()).toEqual(before);
  expect(await openSetup(site.app)).toBeNull();
  expect(await site.app.db.$count(setupCodes)).toBe(0);
});

test("[DESK-02] without the code nothing happens; of two at once one wins; the newest start's code counts", async () => {
  const old = await codeOf();
  const code = await codeOf();
  for (const wrong of ["guess", old, `${code}x`]) {
    const { status, body } = await setUp({ code: wrong });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ["code"]]);
  }
  expect(await rows()).toEqual({ accounts: 0, settings: 0 });
  const both = await Promise.all([setUp({ code }), setUp({ code, email: "eve@example.com" })]);
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
  expect((await rows()).accounts).toBe(1);
});

test("[DESK-02] [SAFE-01] what cannot be used is said at its field, and an address with an account is nobody's to take", async () => {
  const code = await codeOf();
  const faults = async (given: Partial<typeof SETUP>) =>
    Object.keys((await setUp({ code, ...given })).body.fields ?? {});
  expect(await faults({ groupName: "", timeZone: "Beach/Time" })).toEqual(["groupName", "timeZone"]);
  expect(await faults({ password: "Password123!" })).toEqual(["password"]);
  expect(await faults({ password: "Olga-Ortiz-1" })).toEqual(["password"]);
  const { sub } = await site.signedIn({ email: "olga@example.com" });
  expect(await faults({})).toEqual(["email"]);
  const kept = await site.app.db.query.accounts.findFirst({ where: (row, { eq }) => eq(row.sub, sub) });
  expect(kept?.groups).toEqual([]);
  // Nothing was used up.
  expect((await setUp({ code, email: "owner@example.com" })).status).toBe(200);
});

test("[DESK-02] ten tries an hour from an address", async () => {
  await codeOf();
  const tries = [];
  for (let index = 0; index < 11; index += 1) tries.push((await setUp({ code: "guess" })).status);
  expect(tries).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
});

test("[DESK-02] a site with an organizer, or with organizers in its environment, has no first run", async () => {
  const code = await codeOf();
  await site.tokenFor(["Admins"]);
  expect((await setUp({ code })).status).toBe(409);
  expect(await openSetup(site.app)).toBeNull();
  const named = await startTestSite({ NODE_ENV: "production", NOW: "", ADMIN_EMAILS: "boss@example.com" });
  expect(await openSetup(named.app)).toBeNull();
  await named.close();
});
