import { Link } from "react-router";
import { useMoments } from "#src/ui/moments.ts";
import { aboutWords, differenceOf, type Line } from "#src/features/history/components/difference.ts";
import { actionWords } from "#src/features/history/components/log-words.ts";
import { lowerFirst } from "#src/features/console/components/kind-words.ts";
import logs from "#src/features/console/components/log.module.css";
import type { AuditEntry } from "#src/features/history/schema.ts";
import type { AuditAction } from "#src/shared/audit-actions.ts";
import type { MomentWords } from "#src/features/history/components/value-words.ts";
import { counted } from "#src/shared/counted.ts";
import { signedDollars } from "#src/shared/money.ts";
import { type Role, ROLE_WORDS } from "#src/shared/roles.ts";

type Subject = AuditEntry["subjects"][number];

/** Links to a person in the user manager, or to an event's page. */
function SubjectLink({ subject: { kind, id, name } }: { subject: Subject }) {
  const people = `?${new URLSearchParams({ tab: "apps", app: "users", search: name })}`;
  return <Link to={kind === "event" ? `/events/${encodeURIComponent(id)}` : people}>{name}</Link>;
}

const factsIn = (value: unknown) =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** The subject by current name, linked; else by the name in the entry. */
function About({ entry, kind }: { entry: AuditEntry; kind?: Subject["kind"] }) {
  const subject = entry.subjects.find((each) => kind === undefined || each.kind === kind);
  if (subject) return <SubjectLink subject={subject} />;
  return aboutWords(entry) || (kind === "event" ? "a deleted event" : "a deleted person");
}

function moneyIn(entry: AuditEntry): string {
  const cents = factsIn(entry.after)["amountCents"];
  return typeof cents === "number" ? ` of ${signedDollars(cents)}` : "";
}

function textIn(entry: AuditEntry, field: string): string {
  const value = factsIn(entry.after)[field];
  return typeof value === "string" ? value : "";
}

const decisionIn = (entry: AuditEntry) => textIn(entry, "decision");

/** Whether the sentence already shows the entry's only change. */
export function isWholeSaid(entry: AuditEntry): boolean {
  return entry.action === "user_edited" || (entry.action === "event_changed" && decisionIn(entry) === "");
}

const MOST_SAID = 80;
const isLong = ({ before, after }: Line) => (before ?? "").length + (after ?? "").length > MOST_SAID;

/** `XXL → XL`, or `added chess` in a list. */
function valuesIn({ word, before, after }: Line): string {
  if (word !== null) return [lowerFirst(word), before ?? after ?? ""].join(" ").trim();
  return `${before ?? "empty"} → ${after ?? "empty"}`;
}

/** `shirt size: XXL → XL`, or the field names if there are several changes. */
function changeWords(lines: readonly Line[]): string {
  const [first, ...more] = lines;
  if (!first) return "entry";
  if (more.length === 0 && !isLong(first)) return `${lowerFirst(first.what)}: ${valuesIn(first)}`;
  const names = [...new Set(lines.map(({ what }) => lowerFirst(what)))];
  if (names.length > 3) return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}

function roleIn({ before, after }: AuditEntry): string {
  const role = factsIn(after)["role"] ?? factsIn(before)["role"];
  return typeof role === "string" && role in ROLE_WORDS ? ROLE_WORDS[role as Role] : "";
}

const numberIn = (facts: Record<string, unknown>, field: string) => Number(facts[field] ?? 0);

/** `194 new people, and details of 3 known people`. */
export function importWords(of: unknown): string {
  const facts = factsIn(of);
  const parts = [
    [numberIn(facts, "create"), "new person", "new people", ""],
    [numberIn(facts, "fill"), "known person", "known people", "details of "],
    [numberIn(facts, "proposed"), "other email", "other emails", ""],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, one, many, before]) => before + counted(number, one, many))
    .join(", ");
}

/** Entries from before the count was stored have none. */
function exportWords({ after }: AuditEntry, one: string, many: string): string {
  const number = factsIn(after)["total"] ?? factsIn(after)["chosen"];
  return typeof number === "number" ? counted(number, one, many) : many;
}

type Says = (entry: AuditEntry, momentWords: MomentWords) => React.ReactNode;

const person = (entry: AuditEntry) => <About entry={entry} kind="person" />;
/** One person's name, or the number of people. */
const peopleOf = (entry: AuditEntry) =>
  entry.subjectIds.length === 1 ? person(entry) : counted(entry.subjectIds.length, "person", "people");
const event = (entry: AuditEntry) => <About entry={entry} kind="event" />;
const changed: Says = (entry, momentWords) => (
  <>
    changed <About entry={entry} />
    ’s {changeWords(differenceOf(entry, momentWords))}
  </>
);

const eventChanged: Says = (entry, momentWords) => {
  const decidesAt = textIn(entry, "decidesAt");
  const about = event(entry);
  switch (decisionIn(entry)) {
    case "hold":
      return (
        <>
          put {about} on hold{decidesAt !== "" && ` until ${momentWords(decidesAt)}`}
        </>
      );
    case "runs":
      return <>decided that {about} runs</>;
    case "called_off":
      return <>canceled {about}</>;
    default:
      return changed(entry, momentWords);
  }
};

const automationChanged: Says = (entry) => {
  const [was, is] = [factsIn(entry.before)["isOn"] === true, factsIn(entry.after)["isOn"] === true];
  const title = `“${textIn(entry, "automation")}”`;
  if (was && is) return `set ${title} to ${numberIn(factsIn(entry.after), "number")}`;
  return `turned ${is ? "on" : "off"} ${title}`;
};

/** Each action's sentence, after the organizer's name. Actions without one show their title. */
const SENTENCES: Readonly<Partial<Record<AuditAction, Says>>> = {
  user_created: (entry) => <>added {person(entry)}</>,
  user_edited: changed,
  user_deleted: (entry) => <>deleted {person(entry)}</>,
  users_merged: (entry) => (
    <>
      merged {entry.subjectIds.length} records into {person(entry)}
    </>
  ),
  person_blocked: (entry) => <>blocked {person(entry)}</>,
  person_unblocked: (entry) => <>unblocked {person(entry)}</>,
  request_approved: (entry) => <>approved {person(entry)}’s request to join the chat</>,
  request_declined: (entry) => <>declined {aboutWords(entry) || "someone"}’s request to join the chat</>,
  event_published: (entry) => <>published {event(entry)}</>,
  event_refused: (entry) => <>refused {event(entry)}</>,
  event_change_published: (entry) => <>published the host’s change of {event(entry)}</>,
  event_change_refused: (entry) => <>refused the host’s change of {event(entry)}</>,
  event_changed: eventChanged,
  guests_written: (entry) => (
    <>
      wrote to the guests of {event(entry)} ({textIn(entry, "to")})
    </>
  ),
  cost_split: (entry) => (
    <>
      split the cost of {event(entry)}
      {moneyIn(entry).replace(" of", ":")}
    </>
  ),
  cost_removed: (entry) => <>removed the cost of {event(entry)}</>,
  share_marked: (entry) => (
    <>
      marked a share{moneyIn(entry)} of {event(entry)} as {textIn(entry, "status")}
    </>
  ),
  shares_reminded: (entry) => <>reminded people of their share of {event(entry)}</>,
  event_posted: (entry) => <>posted {event(entry)} to the calendar</>,
  event_changes_sent: (entry) => <>sent the changes of {event(entry)} to the calendar</>,
  event_withdrawn: (entry) => <>took {event(entry)} out of the calendar</>,
  host_id_issued: (entry) => <>issued a Host ID to {person(entry)}</>,
  host_id_revoked: (entry) => <>revoked the Host ID of {person(entry)}</>,
  payment_recorded: (entry) => (
    <>
      recorded a payment{moneyIn(entry)} by {person(entry)}
    </>
  ),
  payment_corrected: (entry) =>
    textIn(entry, "refund") === "" ? (
      <>
        corrected a payment by {person(entry)}
        {moneyIn(entry).replace(" of", ":")}
      </>
    ) : (
      <>
        {textIn(entry, "refund") === "asked" ? "asked for" : "was refused"} a refund{moneyIn(entry)} to {person(entry)}
      </>
    ),
  payments_exported: (entry) => <>exported {exportWords(entry, "payment", "payments")}</>,
  users_imported: ({ after }) => <>imported {importWords(after) || "people"}</>,
  users_exported: (entry) => <>exported {exportWords(entry, "person", "people")}</>,
  role_granted: (entry) => (
    <>
      gave {person(entry)} the role {roleIn(entry)}
    </>
  ),
  role_revoked: (entry) => (
    <>
      took the role {roleIn(entry)} from {person(entry)}
    </>
  ),
  payment_assigned: (entry) => (
    <>
      assigned a payment{moneyIn(entry)} to {person(entry)}
    </>
  ),
  photo_hidden: (entry) => <>hid a photo of {event(entry)}</>,
  photo_kept: (entry) => <>kept a photo of {event(entry)}</>,
  photo_deleted: (entry) => <>deleted a photo of {event(entry)}</>,
  message_done: (entry) => <>marked the message of {aboutWords(entry) || "someone"} done</>,
  message_reopened: (entry) => <>reopened the message of {aboutWords(entry) || "someone"}</>,
  message_hidden: (entry) => (
    <>
      hid a message of {person(entry)} in {textIn(entry, "chat")}
    </>
  ),
  message_shown: (entry) => (
    <>
      showed a hidden message of {person(entry)} in {textIn(entry, "chat")} again
    </>
  ),
  person_muted: (entry) => <>muted {person(entry)} in all chats</>,
  person_unmuted: (entry) => <>unmuted {person(entry)}</>,
  chat_member_removed: (entry) => (
    <>
      removed {person(entry)} from {textIn(entry, "chat")}
    </>
  ),
  chat_member_readmitted: (entry) => (
    <>
      let {person(entry)} back into {textIn(entry, "chat")}
    </>
  ),
  report_taken: () => "took on a report",
  report_reopened: () => "gave back or reopened a report",
  report_closed: (entry) => <>closed a report: {textIn(entry, "outcome")}</>,
  report_noted: () => "added a note to a report",
  proposal_taken: (entry) => <>took over a join form about {person(entry)}</>,
  settings_changed: (entry, momentWords) => <>changed the group’s {changeWords(differenceOf(entry, momentWords))}</>,
  announcement_made: (entry) => (
    <>
      wrote “{textIn(entry, "subject")}” to {lowerFirst(textIn(entry, "to"))}
    </>
  ),
  announcement_stopped: (entry) => (
    // A canceled announcement had no mails.
    <>
      {"mailsNotSent" in factsIn(entry.after) ? "stopped" : "canceled"} the announcement “{textIn(entry, "subject")}”
    </>
  ),
  automation_changed: automationChanged,
  note_added: (entry) => <>added a note about {person(entry)}</>,
  note_deleted: (entry) => <>deleted a note about {person(entry)}</>,
  people_tagged: (entry) => (
    <>
      tagged {peopleOf(entry)} “{textIn(entry, "tag")}”
    </>
  ),
  people_untagged: (entry) => (
    <>
      removed the tag “{textIn(entry, "tag")}” from {peopleOf(entry)}
    </>
  ),
  proposal_dismissed: (entry) => <>dismissed a join form about {person(entry)}</>,
};

function undoneWords(entry: AuditEntry, momentWords: MomentWords): React.ReactNode {
  if (entry.undid === "users_imported") return importWords(entry.before);
  if (entry.undid === "settings_changed") return changeWords(differenceOf(entry, momentWords));
  return <About entry={entry} />;
}

/** The sentence of an entry: `Ada changed Zoe Carter’s shirt size: XXL → XL`. */
export function EntrySentence({ entry, onActor }: { entry: AuditEntry; onActor: (email: string) => void }) {
  const { actor, action, undid } = entry;
  const { momentWords } = useMoments();
  return (
    <>
      <button type="button" className={logs.actor} title={actor.email} onClick={() => onActor(actor.email)}>
        {actor.name || actor.email}
      </button>{" "}
      {action === "undone" ? (
        <>
          undid “{undid === null ? "something" : actionWords(undid)}”: {undoneWords(entry, momentWords)}
        </>
      ) : (
        (SENTENCES[action]?.(entry, momentWords) ?? lowerFirst(actionWords(action)))
      )}
    </>
  );
}
