import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { BrowserSite } from "#tests/support/browser-site.ts";
import { NOW } from "#tests/support/town.ts";

type Host = { readonly userId: string; readonly token: string };

/** `Player01` and so on. */
export const NAMES = Array.from({ length: 17 }, (_, index) => `Player${String(index + 1).padStart(2, "0")}`);

/** An event that has just begun, with these people checked in at the door. */
export async function openPlay(
  site: BrowserSite,
  host: Host,
  title: string,
  names: readonly string[],
): Promise<string> {
  const startsAt = new Date(new Date(NOW).getTime() - 60_000);
  const event = await site.addEvent(
    makeEvent({ day: "2026-11-21", title, startsAt, hostUserId: host.userId, chat: "Pickleball" }),
  );
  const id = event.id ?? "";
  const marks = names.map((name) => ({ id: randomUUID(), walkIn: { id: randomUUID(), name }, presence: "here" }));
  const answer = await fetch(`${site.url}/api/social-events/${id}/door`, {
    method: "POST",
    headers: { authorization: `Bearer ${host.token}`, "content-type": "application/json" },
    body: JSON.stringify({ marks }),
  });
  expect(answer.status).toBe(200);
  return id;
}

/** What has the focus, in the words of a screen reader. */
export const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
