import { afterAll, beforeAll, expect, test } from "vitest";
import type { MergePreview } from "#src/features/people/schema/merge.ts";
import { readTable, tablesOf } from "#tests/support/csv.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

// What the join form sends for a text question left open.
const LEFT_OPEN = { referredBy: "default", zmessage: "default" };

test("[DESK-03, ADMIN-08] a question left open is nothing on a person's page, in a list, a file and their own data", async () => {
  const person = await site.signedIn({ email: "open@example.com", user: { ...LEFT_OPEN, firstName: "Opal" } });
  const nothing = { referredBy: "", zmessage: "" };
  const page = await site.fetch(`/api/admin/people/${person.userId}`, { as: admin });
  expect(await page.json()).toMatchObject({ user: nothing });
  const list = await site.fetch("/api/pending-join-requests/users?search=open@example.com", { as: admin });
  expect(await list.json()).toMatchObject({ users: [nothing] });
  const [row] = readTable(await tablesOf(site, admin).take({ userIds: [person.userId] }));
  expect([row?.["First name"], row?.["Referred by"], row?.["Message"]]).toEqual(["Opal", "", ""]);
  const own = await site.fetch("/api/profile", { as: person.token });
  expect(await own.json()).toMatchObject({ referredBy: "" });
});

test("[ADMIN-06] in a merge a question left open neither contradicts an answer nor takes its place", async () => {
  const base = await site.addUser({ ...LEFT_OPEN, firstName: "Ivo", email: "ivo@example.com" });
  const other = await site.addUser({ firstName: "Ivo", email: "", referredBy: "a friend", zmessage: "Hello" });
  const request = { base: base.userId, others: [other.userId] };
  const preview = (await (await site.post("/api/users/merge/preview", request, admin)).json()) as MergePreview;
  expect(preview.conflicts.map(({ field }) => field).filter((field) => field in LEFT_OPEN)).toEqual([]);
  expect(preview.merged).toMatchObject({ referredBy: "a friend", zmessage: "Hello" });
  const done = await site.post("/api/users/merge", request, admin);
  expect(await done.json()).toMatchObject({ mergedUser: { referredBy: "a friend", zmessage: "Hello" } });
});

test("[ADMIN-05] an organizer who saw nothing there can still write an answer", async () => {
  const person = await site.addUser({ ...LEFT_OPEN, firstName: "Wren", email: "wren@example.com" });
  const fields = { referredBy: "a neighbor" };
  const order = { type: "editUser", userId: person.userId, groupmeId: "g-1", fields, seen: { referredBy: "" } };
  const saved = await site.post("/api/pending-join-requests", order, admin);
  expect(await saved.json()).toMatchObject({ success: true, user: { referredBy: "a neighbor" } });
});
