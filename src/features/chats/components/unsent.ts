import type { Quoted } from "#src/features/chats/components/chat-types.ts";
import type { PictureView } from "#src/features/chat-pictures/schema.ts";

/** Something typed that is not known to have arrived. */
export type Unsent = {
  readonly clientId: string;
  readonly text: string;
  /** What it answers. */
  readonly replyTo: Quoted | null;
  readonly picture: PictureView | null;
  readonly createdAt: number;
  /** `sent` until it stands among the messages. */
  readonly state: "sending" | "failed" | "sent";
  /** Why it failed, when the server said so. */
  readonly reason: string;
};
/** Text typed in a chat and not sent yet. */
export type Desk = {
  readonly draft: string;
  /** The message that the draft answers. */
  readonly replyTo: Quoted | null;
  /** The uploaded picture of the draft. */
  readonly picture: PictureView | null;
  readonly unsent: readonly Unsent[];
};

const EMPTY_DESK: Desk = { draft: "", replyTo: null, picture: null, unsent: [] };

/** One person's in one chat; it goes when the session goes. */
function keyOf(chatId: string, meId: string): string {
  return `member:chat-desk:${meId}:${chatId}`;
}

/** What a reload left behind. What was on its way may have arrived or not: sending it again is safe. */
export function readDesk(chatId: string, meId: string): Desk {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(chatId, meId)) ?? "null") as Desk | null;
    if (!kept) return EMPTY_DESK;
    const unsent = kept.unsent.filter(({ state }) => state !== "sent");
    return { ...EMPTY_DESK, ...kept, unsent: unsent.map((each) => ({ ...each, state: "failed" })) };
  } catch {
    // Closed, or not what we wrote: there is nothing to bring back.
    return EMPTY_DESK;
  }
}

/** Keeps it for this tab, until the tab closes. */
export function keepDesk(chatId: string, meId: string, desk: Desk): void {
  try {
    if (desk.draft === "" && desk.replyTo === null && desk.picture === null && desk.unsent.length === 0)
      sessionStorage.removeItem(keyOf(chatId, meId));
    else sessionStorage.setItem(keyOf(chatId, meId), JSON.stringify(desk));
  } catch {
    // Storage is closed or full: what was typed then lasts as long as the page.
  }
}
