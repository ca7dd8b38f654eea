import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { BrowserSite } from "#tests/support/browser-site.ts";
import { tablesOf } from "#tests/support/csv.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { newEvent } from "#tests/support/new-event.ts";
import { askToJoin } from "#tests/support/pending-console.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";

/** Would run `ranHere()` wherever a page took it for more than words; as long as a name may be. */
export const WORDS = `'"><img src=x onerror=ranHere()><svg onload=ranHere()>`;
/** The same for places where more fits, also inside of scripts, links and templates. */
export const TEXT = `${WORDS}</script><script>ranHere()</script>\u2028{{ranHere()}}<a href="javascript:ranHere()">javascript:ranHere()</a><iframe srcdoc="<script>parent.ranHere()</script>"></iframe>`;
export const EVENT_ID = "2026-11-22-hostile-words";

/** Sends those words through every field that takes any, each by somebody who may; each is taken. */
export async function plantWords(site: BrowserSite, { admin, member }: { admin: string; member: string }) {
  const fetchAs = (path: string, { as, ...init }: RequestInit & { as?: string } = {}) => {
    const headers = new Headers(init.headers);
    if (as !== undefined) headers.set("authorization", `Bearer ${as}`);
    return fetch(site.url + path, { ...init, headers });
  };
  const send = async (method: string, path: string, body: unknown, as?: string) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetchAs(path, {
      method,
      headers,
      body: JSON.stringify(body),
      ...(as !== undefined && { as }),
    });
    const text = await answer.text();
    expect(answer.status, `${method} ${path}: ${text}`).toBeLessThan(300);
    expect(text).not.toContain('"errors"');
    return JSON.parse(text) as Record<string, string>;
  };
  const person = { firstName: WORDS, lastName: WORDS };
  const form = { ...person, email: "form@example.com", phone: "9045550177", sex: "female", message: TEXT };
  await send("POST", "/api/join", joinForm({ ...person, referredBy: TEXT, socials: WORDS, message: TEXT }));
  await send("PATCH", "/api/profile", { ...person, socials: WORDS }, member);
  await send("POST", "/api/support", { ...form, formType: "support" });
  await send("POST", "/api/form-submission", { ...form, formType: "waitingList" });
  await send("POST", "/api/unsubscribe", { ...person, email: "form@example.com", message: "UNSUBSCRIBE" });
  const words = { description: TEXT, host: WORDS, location: WORDS, privateLocation: WORDS, shortLocation: "<b>&'\"" };
  const poll = { pollText: WORDS, pollPrivateLocation: WORDS };
  await send(
    "POST",
    "/api/social-events",
    newEvent(WORDS, { ...words, ...poll, date: "2026-11-22", time: "06:00", socialEventId: EVENT_ID }),
    admin,
  );
  await site.sql("update social_events set show_photos = true where id = $1", [EVENT_ID]);
  await send("PUT", `/api/social-events/${EVENT_ID}/rsvp`, { answer: "going" }, member);
  await send("PATCH", `/api/social-events/${EVENT_ID}`, { time: "19:30", cost: 5 }, admin);
  const picture = await fetchAs("/api/images", { method: "POST", body: formOf(await makeJpeg(), WORDS), as: admin });
  const { key } = (await picture.json()) as { key: string };
  await send("POST", `/api/social-events/${EVENT_ID}/photos`, { key, caption: WORDS }, admin);
  const request = { reason: TEXT, email: "form@example.com" };
  await send("POST", `/api/social-events/${EVENT_ID}/photos/${key}/takedown`, request);
  await send("POST", "/api/admin/host-ids", { label: WORDS }, admin);
  const tables = tablesOf(
    { fetch: fetchAs, post: () => Promise.reject(new Error("Nothing is posted as JSON here.")) },
    admin,
  );
  const cell = `"${TEXT.replaceAll('"', '""').slice(0, 90)}"`;
  const imported = await tables.bring(`first name,last name,nickname,email\n${cell},${cell},${cell},csv@example.com\n`);
  expect(imported.status).toBe(200);
  const body = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: TEXT }] }] };
  const sendOn = { day: "2026-12-24", time: "12:00" };
  const announcement = { id: randomUUID(), subject: WORDS, body, segment: { kind: "everyone" }, sendOn };
  await send("POST", "/api/admin/announcements", announcement, admin);
  await site.sql(
    `insert into payments (id, user_id, matched_by, provider, method, kind, amount_cents, provider_ref, note, paid_at, created_at)
     select 'hostile', user_id, 'organizer', 'hand', 'cash', 'payment', 4200, 'hostile', $1, now(), now() from users
     where first_name = $1 limit 1`,
    [WORDS],
  );
  const chatId = await plantInChats(site, send, member);
  return { key, chatId };
}

/** What comes from a chat's provider, whose rules are not ours, is written as it would be kept. */
async function plantInChats(
  site: BrowserSite,
  send: (method: string, path: string, body: unknown, as?: string) => Promise<unknown>,
  member: string,
): Promise<string> {
  await askToJoin(site, WORDS, [{ first_name: WORDS, last_name: WORDS, email: "groupme@example.com" }]);
  await site.sql("update chat_join_requests set image_url = 'javascript:ranHere()' where nickname = $1", [WORDS]);
  const [chat] = await site.sql("select id from chats where id <> 'announcements' order by position limit 1");
  const chatId = String(chat?.["id"]);
  await site.sql("update chats set name = $1, description = $2, image_url = 'javascript:ranHere()' where id = $3", [
    WORDS,
    TEXT,
    chatId,
  ]);
  await site.sql("update chat_members set name = $1, nickname = $1, image_url = $2 where chat_id = $3", [
    WORDS,
    `x" onerror="ranHere()`,
    chatId,
  ]);
  const query = `mutation ($chatId: ID!, $text: String!, $clientId: ID!) {
    sendMessage(chatId: $chatId, text: $text, clientId: $clientId) { id } }`;
  const text = `${TEXT} https://example.com/"onmouseover="ranHere() javascript:ranHere()`.slice(0, 1000);
  await send("POST", "/graphql", { query, variables: { chatId, text, clientId: randomUUID() } }, member);
  await site.sql("update chat_messages set avatar_url = 'javascript:ranHere()' where chat_id = $1", [chatId]);
  return chatId;
}
