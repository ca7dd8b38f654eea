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

/** The non-members who may read chats and attendee lists once their profile has a phone and a sex. */
export type FreeChatAccess = "female" | "everyone" | "nobody";

/** Access to chats and attendee lists: allowed, or the next requirement. */
export type ChatAccess = "allowed" | "sign_in" | "profile" | "subscribe";

/** Members and organizers have access; `free` also admits people with a complete profile. */
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
/** Proof that a person may also write. Requires a person record, because messages have an author. */
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

/** Only members read announcements, even if the group opens its other chats. */
export const canReadAnnouncements = (reader: ChatReader): boolean => isMember(reader);

/** Whether the viewer may read a group chat. Checked again before a message is mailed. */
export function mayReadChat(viewer: Viewer, free: FreeChatAccess, chatId: string): boolean {
  const reader = requireChatReader(viewer, free);
  return reader.ok && (chatId !== ANNOUNCEMENTS || canReadAnnouncements(reader.value));
}

/** Whether a viewer may hide messages, mute people and remove them from chats. */
export const canModerate = (viewer: Viewer): boolean => mayDo(viewer, "moderate_chats");

/** Admits writers without an active mute. Muted people can still read chats and delete their own messages. */
export function requireUnmuted(mutedUntil: Date | null, now: Date, whenWords: (until: Date) => string): Result<void> {
  if (mutedUntil === null || mutedUntil <= now) return ok(undefined);
  return fail(
    "forbidden",
    `An organizer muted you until ${whenWords(mutedUntil)}. Until then you can read, but not write to others.`,
  );
}

/** Whether a reader may write in a chat. Announcements require `write_announcements`; blocked people write nowhere. */
export function canWriteIn(reader: ChatReader, chatId: string): boolean {
  return !reader.isBlocked && (chatId !== ANNOUNCEMENTS || mayDo(reader, "write_announcements"));
}
