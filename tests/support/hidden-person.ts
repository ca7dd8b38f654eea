import { randomUUID } from "node:crypto";
import { playerIdOf } from "#src/features/events/court-plan/rules/players.ts";
import type { BrowserSite } from "#tests/support/browser-site.ts";

/** Their ids, and how they are reached: only organizers may know. */
export const HIDDEN = {
  userId: "hidden",
  email: "hidden.person@example.net",
  phone: "9049990042",
  announcementId: "0199a000-0000-7000-8000-000000000042",
  /** Of the board on which they play. */
  boardToken: "board-on-which-they-play",
} as const;

type Events = { readonly goesTo: string; readonly waitsFor: string };
type Insert = (table: string, row: Record<string, unknown>) => Promise<unknown>;

const { userId: user_id, email, phone } = HIDDEN;
const reached = `${email} or 904-999-0042`;
const now = new Date("2026-11-20T15:00:00Z");

/** Somebody who goes, waits, votes, writes, plays, pays and joined by the form: wherever people are listed, they are. */
export async function plantHiddenPerson(site: BrowserSite, events: Events): Promise<{ chatId: string }> {
  const insert: Insert = (table, row) => {
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    return site.sql(`insert into ${table} (${Object.keys(row).join()}) values (${places.join()})`, Object.values(row));
  };
  const person = { first_name: "Hidden", last_name: "Person", email, phone };
  await insert("users", { user_id, ...person, status: "approved", zmessage: `Write to ${reached}` });
  await plantAnswers(site, insert, events);
  await plantForms(insert, events);
  await plantMoneyAndMail(insert);
  const [chat] = await site.sql(
    "update chats set last_seq = last_seq + 1, message_count = message_count + 1 where position = 0 returning id, last_seq",
  );
  const chat_id = String(chat?.["id"]);
  await insert("chat_members", { chat_id, member_id: user_id, user_id, name: "Hidden Person", joined_at: now });
  const message = { chat_id, seq: chat?.["last_seq"], id: "hidden-wrote", author_id: user_id, user_id };
  await insert("chat_messages", { ...message, name: "Hidden Person", text: "Who has the net?", created_at: now });
  return { chatId: chat_id };
}

async function plantAnswers(site: BrowserSite, insert: Insert, { goesTo, waitsFor }: Events): Promise<void> {
  await insert("event_rsvps", { event_id: goesTo, user_id, answer: "going", guests: 1 });
  await site.sql("update social_events set going_count = going_count + 2 where id = $1", [goesTo]);
  await insert("waiting_list", { event_id: waitsFor, user_id, ticket: 1, joined_at: now });
  await site.sql("update social_events set waiting_count = 1, last_ticket = 1 where id = $1", [waitsFor]);
  await insert("event_polls", { event_id: goesTo, question: "Which court?" });
  await insert("poll_options", { id: "north", event_id: goesTo, position: 0, label: "The northern one" });
  await insert("poll_votes", { option_id: "north", user_id, voted_at: now });
  const id = randomUUID();
  for (const event_id of [goesTo, waitsFor])
    await insert("event_attendance", { event_id, id, user_id, presence: "here", marked_at: now });
  const player = playerIdOf(id);
  const board = {
    format: "open_play",
    minutes: 15,
    courts: [
      {
        number: 1,
        isOpen: true,
      },
    ],
    games: [],
    plan: [],
    seed: 1,
    isPinned: false,
    players: [
      {
        id: player,
        level: 3,
        presence: "here",
        credit: 0,
        wants: [],
        avoids: [],
      },
    ],
  };
  const kept = { version: 1, board, follow_token: HIDDEN.boardToken, updated_at: now };
  await insert("court_boards", { event_id: goesTo, ...kept });
  await insert("court_players", { event_id: goesTo, player, user_id, level: 3 });
}

async function plantForms(insert: Insert, { goesTo }: Events): Promise<void> {
  const times = { created_at: now, updated_at: now };
  const form = { submission_id: randomUUID(), data: { email, phone }, completed_at: now, made_user_id: user_id };
  await insert("join_submissions", { ...form, user_id, ...times });
  await insert("users", { user_id: "known", first_name: "Known", last_name: "Person", phone });
  const proposal = { id: "proposal", user_id, known_user_id: "known", reasons: ["phone"], created_at: now };
  await insert("join_proposals", proposal);
  const guest = { first_name: "Hidden", last_name: "Guest", email, phone };
  const link = { token_hash: "hidden", event_id: goesTo, ...guest, created_at: now, expires_at: "2027-01-01" };
  await insert("place_links", link);
  const support = { id: "form", form_type: "support", email, data: { message: `Call ${phone}` }, created_at: now };
  await insert("form_submissions", support);
  await insert("person_notes", { id: "note", user_id, text: `Reached by ${reached}`, created_at: now });
  await insert("person_tags", { user_id, tag: "net", tagged_at: now });
}

async function plantMoneyAndMail(insert: Insert): Promise<void> {
  const paid = { provider: "hand", method: "cash", kind: "payment", amount_cents: 2500, provider_ref: "hidden" };
  const payment = { id: "hidden", user_id, matched_by: "organizer", payer_email: email, ...paid };
  await insert("payments", { ...payment, note: `Ask ${reached}`, paid_at: now, created_at: now });
  const mail = { id: "hidden", key: "hidden", kind: "announcement", email, data: {}, status: "sent", done_at: now };
  await insert("mail_outbox", { ...mail, due_at: now, created_at: now });
  const id = HIDDEN.announcementId;
  const sent = { subject: "News", body: { type: "doc", content: [] }, segment: { kind: "everyone" }, recipients: 1 };
  const when = { send_at: now, started_at: now, created_at: now };
  await insert("announcements", { id, ...sent, status: "started", ...when });
  await insert("announcement_mails", { mail_id: "hidden", announcement_id: id });
}
