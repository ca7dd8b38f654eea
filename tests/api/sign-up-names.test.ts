import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpNames } from "#src/db/tables/sign-up-names.ts";
import { users } from "#src/db/tables/users.ts";
import { makeEvent } from "#seeds/factories.ts";
import { authOf, newestCode, OTHER_PASSWORD, PASSWORD } from "#tests/support/identity.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let auth: ReturnType<typeof authOf>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  auth = authOf(site);
});
afterAll(() => site.close());

type Names = { firstName?: string; lastName?: string };

/** Signs up with a name, confirms and signs in; the id token. */
async function enter(email: string, names: Names): Promise<string> {
  const begun = await auth.call("sign-up", { email, password: PASSWORD, ...names });
  const { signUpId } = begun.body;
  await auth.call("confirm", { email, code: await newestCode(site, email), signUpId });
  return String((await auth.signIn(email)).body["idToken"]);
}

/** Sends a join form as a visitor; the person that it made. */
async function joinAs(answers: { email: string; firstName: string; lastName: string }): Promise<{ userId: string }> {
  const body = JSON.stringify(joinForm(answers));
  const headers = { "content-type": "application/json" };
  expect((await site.fetch("/api/join", { method: "POST", headers, body })).status).toBe(200);
  const [made] = await site.app.db.select().from(users).where(eq(users.email, answers.email));
  if (!made) throw new Error("The form made nobody");
  return made;
}

async function profileOf(token: string): Promise<Record<string, unknown>> {
  return (await (await site.fetch("/api/profile", { as: token })).json()) as Record<string, unknown>;
}

test("[SAFE-08] the name of a sign-up is the person's, so that lists can show it", async () => {
  const token = await enter("ana@example.com", { firstName: " Ana ", lastName: "Ruiz" });
  expect(await profileOf(token)).toMatchObject({ firstName: "Ana", lastName: "Ruiz", name: "Ana Ruiz" });
  expect(await site.app.db.select().from(signUpNames)).toEqual([]);
});

test("[SAFE-08] the call takes a sign-up without a name, and the first RSVP says that one is missing", async () => {
  const token = await enter("nameless@example.com", {});
  const event = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Morning Run" }));
  const path = `/api/social-events/${event.id}/rsvp`;
  const answer = await site.fetch(path, {
    as: token,
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ answer: "going" }),
  });
  expect(await answer.json()).toMatchObject({ answer: "going", isNameless: true });
  await site.fetch("/api/profile", {
    as: token,
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ firstName: "Cleo", lastName: "Park" }),
  });
  expect(await (await site.fetch(path, { as: token })).json()).toMatchObject({ isNameless: false });
  // A visitor has no name to give.
  expect(await (await site.fetch(path)).json()).toMatchObject({ isNameless: false });
});

test("[SAFE-08] a known person keeps the name they have; one without a name gets it", async () => {
  const named = await site.addUser({ email: "ben@example.com", firstName: "Benjamin", lastName: "Ode" });
  const open = await site.addUser({ email: "dee@example.com", firstName: "", lastName: "" });
  await enter("ben@example.com", { firstName: "Benny", lastName: "Other" });
  await enter("dee@example.com", { firstName: "Dee", lastName: "Lind" });
  const nameOf = async ({ userId }: { userId: string }) => {
    const [row] = await site.app.db.select().from(users).where(eq(users.userId, userId));
    return `${row?.firstName} ${row?.lastName}`;
  };
  expect(await nameOf(named)).toBe("Benjamin Ode");
  expect(await nameOf(open)).toBe("Dee Lind");
});

test("[SAFE-02] [SAFE-08] a stranger's join form does not name who later proves that the address is theirs", async () => {
  const email = "fay@example.com";
  const { userId } = await joinAs({ email, firstName: "Planted", lastName: "Name" });
  const token = await enter(email, { firstName: "Fay", lastName: "Ito" });
  expect(await profileOf(token)).toMatchObject({ userId, firstName: "Fay", lastName: "Ito" });
});

test("[SAFE-08] a sign-up does not rename an applicant whom an organizer has approved meanwhile", async () => {
  const email = "gil@example.com";
  const { userId } = await joinAs({ email, firstName: "Gil", lastName: "Reyes" });
  await site.app.db.update(users).set({ status: "approved" }).where(eq(users.userId, userId));
  const token = await enter(email, { firstName: "Gilbert", lastName: "Other" });
  expect(await profileOf(token)).toMatchObject({ userId, firstName: "Gil", lastName: "Reyes" });
});

test("[SAFE-08] a stranger's sign-up with the same address names nobody", async () => {
  const email = "eva@example.com";
  await auth.call("sign-up", { email, password: OTHER_PASSWORD, firstName: "Planted", lastName: "Name" });
  await site.mails();
  const own = await auth.call("sign-up", { email, password: PASSWORD });
  const code = await newestCode(site, email);
  await auth.call("sign-up", { email, password: OTHER_PASSWORD, firstName: "Another", lastName: "One" });
  const { signUpId } = own.body;
  expect((await auth.call("confirm", { email, code, signUpId })).status).toBe(200);
  const token = String((await auth.signIn(email)).body["idToken"]);
  expect(await profileOf(token)).toMatchObject({ firstName: "", lastName: "" });
});

test("[SAFE-08] a name too long is refused in words", async () => {
  const refused = await auth.call("sign-up", {
    email: "x@example.com",
    password: PASSWORD,
    firstName: "x".repeat(101),
  });
  expect(refused).toMatchObject({ status: 422, body: { fields: { firstName: "At most 100 characters." } } });
});
