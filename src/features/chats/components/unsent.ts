import type { Quoted } from "#src/features/chats/components/chat-types.ts";
import type { PictureView } from "#src/features/chat-pictures/schema.ts";

/** A message that was sent but not yet confirmed. */
export type Unsent = {
  readonly clientId: string;
  readonly text: string;
  /** The message it replies to. */
  readonly replyTo: Quoted | null;
  readonly picture: PictureView | null;
  readonly createdAt: number;
  /** `sent` until it appears in the log. */
  readonly state: "sending" | "failed" | "sent";
  /** The server's failure message, if any. */
  readonly reason: string;
};
/** A chat's draft and its unsent messages. */
export type Desk = {
  readonly draft: string;
  /** The message that the draft replies to. */
  readonly replyTo: Quoted | null;
  /** The draft's uploaded picture. */
  readonly picture: PictureView | null;
  readonly unsent: readonly Unsent[];
};

const EMPTY_DESK: Desk = { draft: "", replyTo: null, picture: null, unsent: [] };

/** The storage key, per person and chat. Removed at sign-out. */
function keyOf(chatId: string, meId: string): string {
  return `member:chat-desk:${meId}:${chatId}`;
}

/** Restores the draft after a reload. Unsent messages may have arrived; resending them is safe. */
export function readDesk(chatId: string, meId: string): Desk {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(chatId, meId)) ?? "null") as Desk | null;
    if (!kept) return EMPTY_DESK;
    const unsent = kept.unsent.filter(({ state }) => state !== "sent");
    return { ...EMPTY_DESK, ...kept, unsent: unsent.map((each) => ({ ...each, state: "failed" })) };
  } catch {
    // Storage is blocked or holds something else: nothing to restore.
    return EMPTY_DESK;
  }
}

/** Stores the draft for this tab, until the tab closes. */
export function keepDesk(chatId: string, meId: string, desk: Desk): void {
  try {
    if (desk.draft === "" && desk.replyTo === null && desk.picture === null && desk.unsent.length === 0)
      sessionStorage.removeItem(keyOf(chatId, meId));
    else sessionStorage.setItem(keyOf(chatId, meId), JSON.stringify(desk));
  } catch {
    // Storage is blocked or full: the draft lasts as long as the page.
  }
}
