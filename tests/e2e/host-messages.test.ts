import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import {
  type BrowserSite,
  eventually,
  startBrowserSite,
  stopTransitions,
  stopWaits,
  visit,
} from "#tests/support/browser-site.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[DAY-09] a host writes to guests on a phone, after one question; the guest reads it on the event's page", async () => {
  const host = await site.signedIn({ email: "writing-host@example.com" });
  const guest = await site.signedIn({ email: "reading-guest@example.com" });
  const maybe = await site.signedIn({ email: "perhaps@example.com" });
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-12", title: "Pier Games", hostUserId: host.userId }));
  await site.sql(
    `insert into event_rsvps (event_id, user_id, answer, answered_at) values ($1, $2, 'going', now()), ($1, $3, 'maybe', now())`,
    [id, guest.userId, maybe.userId],
  );
  const { page, problems } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, `/events/${id}`);
  await page.getByRole("link", { name: "Write to guests" }).click();
  await page.getByText("2 people get it by email").waitFor();
  await page.getByRole("checkbox", { name: "Maybe (1)" }).uncheck();
  await page.getByRole("textbox", { name: "Message" }).fill("Park at the pier.\nBring water.");
  // What is typed survives a reload.
  await page.reload();
  await eventually(() => page.getByRole("textbox", { name: "Message" }).inputValue()).toBe(
    "Park at the pier.\nBring water.",
  );
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  const sends: unknown[] = [];
  page.on("request", (sent) => void (/POST.*\/messages$/.test(sent.method() + sent.url()) && sends.push(sent)));
  await page.getByRole("button", { name: "Send to 1 person" }).click();
  const question = page.getByRole("group", { name: "Send it now?" });
  await question.getByRole("button", { name: "Yes, send it" }).dblclick();
  await page.getByRole("status").filter({ hasText: "Sent to 1 person" }).waitFor();
  const sent = page.getByRole("region", { name: "Sent so far" });
  await eventually(() => sent.getByRole("listitem").innerText()).toMatch(
    /to 1 person: going\s+Park at the pier\.\nBring water\./,
  );
  await eventually(() => page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("");
  await expectAccessible(page);
  expect(problems).toEqual([]);
  const reader = await site.open({ as: guest.token, viewport: PHONE });
  await visit(reader.page, `/events/${id}`);
  await reader.page.getByText("From the host, just now").waitFor();
  await reader.page.getByText("Park at the pier.").waitFor();
  await stopTransitions(reader.page);
  await expectAccessible(reader.page);
  await expectNoSideways(reader.page);
  await eventually(() => reader.page.getByRole("link", { name: "Write to guests" }).count()).toBe(0);
  expect(reader.problems).toEqual([]);
  expect(sends).toHaveLength(1);
  const other = await site.open({ as: maybe.token });
  const answered = other.page.waitForResponse((response) => response.url().endsWith(`/${id}/messages`));
  await visit(other.page, `/events/${id}`);
  expect(await (await answered).json()).toEqual({ messages: [] });
  await eventually(() => other.page.getByText("Park at the pier.").count()).toBe(0);
});

test("[DAY-08] a host's buttons come in one piece, below the forecast, so that none moves under a thumb", async () => {
  const host = await site.signedIn({ email: "steady-host@example.com" });
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-13", title: "Steady Games", hostUserId: host.userId }));
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  const forecast = Promise.withResolvers<void>();
  await page.route("**/forecast", async (route) => {
    await forecast.promise;
    await route.fulfill({ json: { range: { low: 9, high: 14 }, going: 1, basedOn: 6 } });
  });
  const hold = page.getByRole("button", { name: "Put on hold" });
  const write = page.getByRole("link", { name: "Write to guests" });
  // Not for ever, should it never come.
  await visit(page, `/events/${id}`);
  await Promise.all([hold.waitFor(), write.waitFor()]);

  await stopWaits(page);
  const rsvp = Promise.withResolvers<void>();
  await page.route("**/rsvp", async (route) => {
    await rsvp.promise;
    await route.continue();
  });
  await visit(page, `/events/${id}`);
  // Nor what a visitor's page has in their place.
  const share = page.getByRole("button", { name: "Share", includeHidden: true });
  await share.waitFor({ state: "attached" });
  await eventually(() => share.isVisible()).toBe(false);
  rsvp.resolve();
  await share.waitFor();
  await page.locator("[data-loading]").waitFor({ state: "attached" });
  await eventually(() => Promise.all([hold.isVisible(), write.isVisible()])).toEqual([false, false]);
  forecast.resolve();
  await page.getByText("9–14 will probably come.").waitFor();
  await eventually(() => Promise.all([hold.isVisible(), write.isVisible()])).toEqual([true, true]);
});

test("the second tap of a double tap does not press what a sheet that opens or closes puts under the finger", async () => {
  const host = await site.signedIn({ email: "double-tapper@example.com" });
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-14", title: "Twice Games", hostUserId: host.userId }));
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, `/events/${id}`);
  await page.getByRole("button", { name: "Add a poll" }).waitFor();
  const sheet = page.getByRole("dialog");
  // Both in one turn of the page, so that no pause of a busy machine comes between them.
  const tapTwice = (between: number) =>
    page.evaluate(async (apart) => {
      const named = (name: string) =>
        [...document.querySelectorAll("button")].find((each) => each.textContent.trim() === name);
      const tap = (button: Element | undefined, x: number) =>
        button?.dispatchEvent(
          new PointerEvent("click", {
            detail: 1,
            pointerType: "touch",
            clientX: x,
            clientY: 100,
            bubbles: true,
            cancelable: true,
          }),
        );
      tap(named("Add a poll"), 100);
      await new Promise((done) => requestAnimationFrame(done));
      tap(named("Close"), 100 + apart);
    }, between);
  await tapTwice(5);
  await eventually(() => sheet.isVisible()).toBe(true);
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "detached" });
  // Two taps on different places are no double tap.
  await tapTwice(80);
  await eventually(() => sheet.count()).toBe(0);
});

/** For the weather, until an hour before it begins. */
const putOnHold = (id: string) =>
  site.sql(
    `update social_events set decision = 'hold', hold_reason = 'weather', decision_default = 'runs',
       decides_at = starts_at - interval '1 hour' where id = $1`,
    [id],
  );

test("[DAY-04] “It runs” counts once until the page shows it, and keyboards stay where its button was", async () => {
  const host = await site.signedIn({ email: "sure-host@example.com" });
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-15", title: "Sure Games", hostUserId: host.userId }));
  await putOnHold(id);
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, `/events/${id}`);
  const control = page.getByRole("group", { name: "Does Sure Games run?" });
  const decided: unknown[] = [];
  page.on("request", (request) => void (request.url().endsWith("/decision") && decided.push(request.postDataJSON())));
  await control.getByRole("button", { name: "Change the hold" }).click();
  const moments = page.getByRole("dialog").getByLabel("Decide").getByRole("option");
  // The one that is chosen is there once.
  await eventually(() => moments.filter({ hasText: "1 hr before" }).count()).toBe(1);
  await eventually(() => moments.filter({ hasText: "as now" }).count()).toBe(0);
  await page.getByRole("button", { name: "Keep as it is" }).click();
  await control.getByRole("status").filter({ hasText: "On hold." }).waitFor();
  const read = Promise.withResolvers<void>();
  await page.route("**/rsvp", async (route) => {
    await read.promise;
    await route.continue();
  });
  const answered = page.waitForResponse("**/decision");
  await control.getByRole("button", { name: "It runs" }).press("Enter");
  expect((await answered).status()).toBe(200);
  await page.keyboard.press("Enter");
  read.resolve();
  await control.getByRole("button", { name: "Put on hold" }).waitFor();
  await eventually(() => control.evaluate((group) => group === document.activeElement)).toBe(true);
  await control.getByRole("status").filter({ hasText: "It runs." }).waitFor();
  expect(decided).toHaveLength(1);
});

test("[DAY-04] the moments of a hold are by the event's clock, also across a change of the clocks", async () => {
  const host = await site.signedIn({ email: "spring-host@example.com" });
  const spring = { day: "2027-03-14", title: "Spring Games", startTime: "09:00:00" } as const;
  const { id } = await site.addEvent(makeEvent({ ...spring, hostUserId: host.userId }));
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, `/events/${id}`);
  await page.getByRole("button", { name: "Put on hold" }).click();
  const moments = page.getByRole("dialog").getByLabel("Decide").getByRole("option");
  await eventually(async () => (await moments.allInnerTexts()).slice(0, 4)).toEqual([
    "24 hr before (Sat 8:00 AM)",
    "12 hr before (Sat 8:00 PM)",
    "6 hr before (Sun 3:00 AM)",
    "4 hr before (Sun 5:00 AM)",
  ]);
  // Time enough for people who have not set out yet.
  const chosen = page.getByRole("dialog").getByLabel("Decide").locator("option:checked");
  await eventually(() => chosen.innerText()).toBe("2 hr before (Sun 7:00 AM)");
});

test("[DAY-04] a hold that is saved while another decision is sent waits for it, and is not taken for saved", async () => {
  const host = await site.signedIn({ email: "quick-host@example.com" });
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-17", title: "Quick Games", hostUserId: host.userId }));
  await putOnHold(id);
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  const first = Promise.withResolvers<void>();
  await page.route("**/decision", async (route) => {
    await first.promise;
    await route.continue();
  });
  await visit(page, `/events/${id}`);
  const control = page.getByRole("group", { name: "Does Quick Games run?" });
  const dialog = page.getByRole("dialog");
  await control.getByRole("button", { name: "It runs" }).click();
  await control.getByRole("button", { name: "Change the hold" }).click();
  await dialog.locator("button[type=submit]").press("Enter");
  first.resolve();
  await dialog.getByLabel("Other").check();
  await dialog.getByRole("button", { name: "Save the hold" }).click();
  await dialog.waitFor({ state: "detached" });
  const [row] = await site.sql("select decision, hold_reason from social_events where id = $1", [id]);
  expect(row).toEqual({ decision: "hold", hold_reason: "other" });
});

test("[DAY-04] who cancels an event on hold is offered the reason that the hold has now", async () => {
  const host = await site.signedIn({ email: "changing-host@example.com" });
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-18", title: "Other Games", hostUserId: host.userId }));
  await putOnHold(id);
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, `/events/${id}`);
  const control = page.getByRole("group", { name: "Does Other Games run?" });
  const dialog = page.getByRole("dialog");
  await control.getByRole("button", { name: "Change the hold" }).click();
  await dialog.getByLabel("Too few people").check();
  await dialog.getByLabel("Runs with at least").fill("5");
  await dialog.getByRole("button", { name: "Save the hold" }).click();
  await dialog.waitFor({ state: "detached" });
  await control.getByRole("button", { name: "Cancel this event" }).click();
  await eventually(() => dialog.getByLabel("Too few people").isChecked()).toBe(true);
});

test("[DASH-06] a host adds a poll and has it before them, and a double tap that closes it does not open it again", async () => {
  const host = await site.signedIn({ groups: ["Admins"], email: "asking-host@example.com" });
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-16", title: "Poll Games", hostUserId: host.userId }));
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, `/events/${id}`);
  await page.getByRole("button", { name: "Add a poll" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Question").fill("Which net?");
  await dialog.getByLabel("Choice 1").fill("High");
  await dialog.getByLabel("Choice 2").fill("Low");
  await dialog.getByRole("button", { name: "Add poll" }).click();
  const poll = page.getByRole("group", { name: "Which net?" });
  const heading = page.getByRole("heading", { name: "Poll", exact: true });
  await eventually(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
  // Both taps are made at once, and the second arrives when the button says something else.
  await poll.getByRole("button", { name: "Close the poll" }).evaluate(async (button) => {
    const at = { detail: 1, pointerType: "touch", clientX: 100, clientY: 100, bubbles: true, cancelable: true };
    const taps = [new PointerEvent("click", at), new PointerEvent("click", at)];
    const words = new Promise((done) =>
      new MutationObserver(done).observe(button, { characterData: true, childList: true, subtree: true }),
    );
    button.dispatchEvent(taps[0] as Event);
    await words;
    button.dispatchEvent(taps[1] as Event);
  });
  await poll.getByRole("button", { name: "Reopen the poll" }).click({ position: { x: 5, y: 5 } });
  await poll.getByRole("button", { name: "Close the poll" }).waitFor();
});

test("[DAY-09] what a host types while a message is being sent stays for the next one", async () => {
  const host = await site.signedIn({ email: "quick-host@example.com" });
  const guest = await site.signedIn({ email: "patient-guest@example.com" });
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-19", title: "Late Games", hostUserId: host.userId }));
  await site.sql("insert into event_rsvps (event_id, user_id, answer, answered_at) values ($1, $2, 'going', now())", [
    id,
    guest.userId,
  ]);
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  const sent = Promise.withResolvers<void>();
  await page.route("**/messages", async (route) => {
    await sent.promise;
    await route.continue();
  });
  await visit(page, `/events/${id}/write`);
  const [subject, message] = [page.getByLabel("Subject"), page.getByRole("textbox", { name: "Message" })];
  await subject.fill("Parking");
  await message.fill("Park at the pier.");
  await page.getByRole("button", { name: "Send to 1 person" }).click();
  await page.getByRole("button", { name: "Yes, send it" }).click();
  await page.getByRole("button", { name: "Sending…" }).waitFor();
  await message.fill("Park at the pier. Bring water.");
  sent.resolve();
  await page.getByRole("status").filter({ hasText: "Sent to 1 person" }).waitFor();
  await eventually(() => message.inputValue()).toBe("Bring water.");
  await eventually(() => subject.inputValue()).toBe("");
});
