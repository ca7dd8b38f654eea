import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Route } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import {
  ANA,
  keptRun,
  holdOpen,
  openWizard,
  type Posted,
  SOON,
  type Wizard,
  wizardOn,
} from "#tests/support/join-wizard.ts";

const SUCCESS = "Success! We got your request to join our group!";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

/** On from the third step with as little as there may be, to the end. */
async function walkOn(wizard: Wizard, email: string): Promise<void> {
  await wizard.field("Email").fill(email);
  for (const step of [4, 5, 6, 7, 8, 9]) await wizard.next(step);
  await wizard.agreement.check();
  await wizard.button("Submit").click();
  await wizard.main.getByText(SUCCESS).waitFor();
}

/** The same from the beginning. */
async function walk(wizard: Wizard, email: string): Promise<void> {
  await wizard.field("Phone number").fill(ANA.phone);
  await wizard.next(2);
  await wizard.field("First name").fill(ANA.firstName);
  await wizard.field("Last name").fill(ANA.lastName);
  await wizard.next(3);
  await walkOn(wizard, email);
}

const failures: [what: string, answer: (route: Route) => unknown][] = [
  ["that fail in the network", (route) => route.abort()],
  ["that the server fails at", (route) => route.fulfill({ status: 500, json: { error: "internal" } })],
  ["that are answered with an error", (route) => route.fulfill({ status: 200, json: { error: "closed" } })],
  ["that are never answered", holdOpen().hold],
];

test.for(failures)("[JOIN-03] early submissions %s do not stop the wizard", async ([what, answer]) => {
  const email = `${what.replaceAll(" ", ".")}@example.com`;
  const wizard = await openWizard(site, { kept: keptRun(3) });
  await wizard.answerDrafts(answer);
  await walkOn(wizard, email);
  expect(wizard.posts).toHaveLength(7);
  expect(new Set(wizard.posts.map((post) => post.submissionId)).size).toBe(1);
  const runs = await site.sql(
    "select completed_at is not null as done from join_submissions where data->>'email' = $1",
    [email],
  );
  expect(runs).toEqual([{ done: true }]);
});

test("[JOIN-03] one run is one row, which the last post completes; the next run is another", async () => {
  const email = "one.row@example.com";
  const wizard = await openWizard(site);
  await walk(wizard, email);
  const { submissionId } = wizard.posts[0] ?? { submissionId: "" };
  const runs = () =>
    site.sql(
      "select submission_id as id, completed_at is not null as done from join_submissions where data->>'email' = $1",
      [email],
    );
  expect(await runs()).toEqual([{ id: submissionId, done: true }]);

  // Sent data is not kept for the tab's next user.
  await wizard.page.goto("/join");
  await wizard.expectStep(1);
  await wizard.untilReady();
  await eventually(() => wizard.field("Phone number").inputValue()).toBe("");
  await wizard.field("Phone number").fill(ANA.phone);
  await wizard.next(2);
  expect(new Set(wizard.posts.map((post) => post.submissionId)).size).toBe(2);
  expect(await runs()).toEqual([{ id: submissionId, done: true }]);
  expect(await site.sql("select 1 as one from users where email = $1", [email])).toHaveLength(1);
});

/** The site behind a line that swallows early submissions: they arrive nowhere and are never answered. */
async function startSwallowingLine(): Promise<{ url: string; swallowed: () => number }> {
  let swallowed = 0;
  const line: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      if (request.method === "POST" && !(JSON.parse(body.toString()) as Posted).complete) {
        swallowed += 1;
        return;
      }
      void passOn(request, body).then(async (answer) => {
        response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
    });
  });
  const passOn = (request: { url?: string | undefined; method?: string | undefined }, body: Buffer) =>
    fetch(new URL(request.url ?? "/", site.url), {
      method: request.method ?? "GET",
      ...(request.method === "POST" && { body: new Uint8Array(body), headers: { "content-type": "application/json" } }),
    });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    line.closeAllConnections();
    line.close();
  });
  return { url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`, swallowed: () => swallowed };
}

test("[JOIN-03] early submissions that hang do not take the connections that the last one needs", async () => {
  const line = await startSwallowingLine();
  const wizard = await openWizard(site, { baseURL: line.url });
  await walk(wizard, "bad.line@example.com");
  expect(line.swallowed()).toBe(8);
  expect(await site.sql("select 1 as one from users where email = 'bad.line@example.com'")).toHaveLength(1);
});

test("[JOIN-16] a reload in mid-wizard comes back to the step and the answers, and step 1 does not flash up", async () => {
  const wizard = await openWizard(site);
  const { page } = wizard;
  await wizard.field("Phone number").fill("9045550142");
  await wizard.next(2);
  await wizard.field("First name").fill("Ana");
  await wizard.field("Last name").fill("Ruiz");
  await wizard.next(3);
  await wizard.field("Email").fill("ana@exam");

  // What the eye could see, frame by frame; and the page comes alive late, as on a slow phone.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      const status = document.querySelector("main [role=status]");
      if (status?.checkVisibility({ visibilityProperty: true })) seen.add(status.textContent ?? "");
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const scripts = holdOpen();
  await page.route(/\.js$/, scripts.hold);
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name: "Join Jax Beach" }).waitFor();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  await eventually(() => page.getByLabel("Phone number").isVisible()).toBe(false);
  scripts.release();

  await wizard.expectStep(3);
  await wizard.field("Email").waitFor();
  await eventually(() => wizard.field("Email").inputValue()).toBe("ana@exam");
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  expect(seen).toEqual([expect.stringMatching(/^Step 3 of 9/)]);
  await wizard.button("Previous").click();
  await wizard.expectStep(2);
  expect([await wizard.field("First name").inputValue(), await wizard.field("Last name").inputValue()]).toEqual([
    "Ana",
    "Ruiz",
  ]);
  await wizard.button("Previous").click();
  await wizard.expectStep(1);
  await eventually(() => wizard.field("Phone number").inputValue()).toBe("904-555-0142");
  await wizard.next(2);
  expect(new Set(wizard.posts.map((post) => post.submissionId)).size).toBe(1);
});

test("[JOIN-16] a reload brings back choices too, and words nobody has sent yet", async () => {
  const wizard = await openWizard(site, { kept: keptRun(4) });
  await wizard.radio("Female").check();
  await wizard.radio("XL").check();
  await wizard.next(5);
  await wizard.next(6);
  await wizard.box("frisbee").check();
  await wizard.field("Something else").fill("kites");
  await wizard.next(7);
  await wizard.event("Salsa on the Seawalk").check();
  await wizard.next(8);
  await wizard.field("Message").fill("Half a sent");
  await wizard.page.reload();
  await wizard.expectStep(8);
  await wizard.untilReady();
  await eventually(() => wizard.field("Message").inputValue()).toBe("Half a sent");
  await wizard.next(9);
  const words = await wizard.main.textContent();
  for (const answer of ["female", "XL", "frisbee and kites", "Salsa on the Seawalk", "Half a sent"])
    expect(words).toContain(answer);
});

test("[JOIN-16] another tab gets nothing of it", async () => {
  const wizard = await openWizard(site, { kept: keptRun(3) });
  await wizard.field("Email").fill("private@example.com");
  const other = wizardOn(await wizard.page.context().newPage());
  await other.page.goto("/join");
  await other.expectStep(1);
  await other.untilReady();
  await eventually(() => other.field("Phone number").inputValue()).toBe("");
  await expect.poll(() => wizard.field("Email").inputValue(), SOON).toBe("private@example.com");
});

test("[JOIN-16] what is typed before the page is alive is not lost", async () => {
  const scripts = holdOpen();
  const { page } = await site.open();
  const wizard = wizardOn(page);
  await page.route(/\.js$/, scripts.hold);
  await page.goto("/join", { waitUntil: "commit" });
  await wizard.field("Phone number").fill("9045550142");
  await eventually(() => wizard.button("Next").isDisabled()).toBe(true);
  scripts.release();
  await wizard.untilReady();
  await expect.poll(() => wizard.field("Phone number").inputValue(), SOON).toBe("904-555-0142");
  await wizard.next(2);
});
