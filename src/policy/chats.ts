import { mayDo } from "#src/policy/roles.ts";
import {
  type Person,
  requireUnblocked,
  requireSignedIn,
  type SignedIn,
  type Viewer,
  isMember,
} from "#src/policy/viewer.ts";
import { ANNOUNCEMENTS } from "#src/shared/choices.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Who may read chats and attendee lists without a membership, once their phone and sex are known. */
export type FreeChatAccess = "female" | "everyone" | "nobody";

/** Access to chats and attendee lists: allowed, or the next requirement. */
export type ChatAccess = "allowed" | "sign_in" | "profile" | "subscribe";

/** Members and organizers; and, by the group's rules, people whose profile is complete. */
export function chatAccess(viewer: Viewer, free: FreeChatAccess): ChatAccess {
  if (viewer.kind === "visitor") return "sign_in";
  if (isMember(viewer)) return "allowed";
  if (free === "nobody") return "subscribe";
  if (viewer.phone === "" || viewer.sex === "") return "profile";
  return free === "everyone" || viewer.sex === free ? "allowed" : "subscribe";
}

const AUTHENTICATION_REQUIRED = "Authentication required";
const PROFILE_FIRST = "Please complete your profile first: your phone number and sex are missing.";
const MEMBERS_ONLY = "This is for members. Subscribe to join in.";

declare const chatProof: unique symbol;
/** Proof that a person may read chats and attendee lists. Only {@link requireChatReader} makes one. */
export type ChatReader = SignedIn & { readonly [chatProof]: "may read" };
/** Proof that a person may also write: they have a person record to be the author. */
export type ChatWriter = ChatReader & Person;

export function requireChatReader(viewer: Viewer, free: FreeChatAccess): Result<ChatReader> {
  const signedIn = requireSignedIn(viewer);
  if (!signedIn.ok) return fail("unauthenticated", AUTHENTICATION_REQUIRED);
  const access = chatAccess(viewer, free);
  if (access === "allowed") return ok(signedIn.value as ChatReader);
  return fail("forbidden", access === "profile" ? PROFILE_FIRST : MEMBERS_ONLY);
}

export function requireChatWriter(viewer: Viewer, free: FreeChatAccess): Result<ChatWriter> {
  const reader = requireChatReader(viewer, free);
  if (!reader.ok) return reader;
  const person = requireUnblocked(viewer);
  return person.ok ? ok(person.value as ChatWriter) : person;
}

/** Announcements are for members, also where other people may read chats. */
export const canReadAnnouncements = (reader: ChatReader): boolean => isMember(reader);

/** Whether this person may read a chat of the group: checked again before its words are mailed. */
export function mayReadChat(viewer: Viewer, free: FreeChatAccess, chatId: string): boolean {
  const reader = requireChatReader(viewer, free);
  return reader.ok && (chatId !== ANNOUNCEMENTS || canReadAnnouncements(reader.value));
}

/** Whether a viewer may hide messages, mute people and remove them from chats. */
export const canModerate = (viewer: Viewer): boolean => mayDo(viewer, "moderate_chats");

/** Admits writers whom no organizer muted, or whose mute is over. Muted people read on and delete what is theirs. */
export function requireUnmuted(mutedUntil: Date | null, now: Date, whenWords: (until: Date) => string): Result<void> {
  if (mutedUntil === null || mutedUntil <= now) return ok(undefined);
  return fail(
    "forbidden",
    `An organizer muted you until ${whenWords(mutedUntil)}. Until then you can read, but not write to others.`,
  );
}

/** Whether a reader may write in a chat: announcements are written by organizers, and nothing by blocked people. */
export function canWriteIn(reader: ChatReader, chatId: string): boolean {
  return !reader.isBlocked && (chatId !== ANNOUNCEMENTS || mayDo(reader, "write_announcements"));
}
