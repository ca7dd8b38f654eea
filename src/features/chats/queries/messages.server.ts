import { inArray, or, and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatMessages } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import { isThread } from "#src/features/chats/rules.ts";
import { readPictures } from "#src/features/chat-pictures/queries.server.ts";
import { readReactions } from "#src/features/chats/queries/reactions.server.ts";
import type { MessageView } from "#src/features/chats/schema.ts";
import { type Called, viewMessage, viewQuoted } from "#src/features/chats/view.ts";
import type { PostedMessage } from "#src/ports/chat-provider/port.ts";

type Written = { readonly chatId: string; readonly userId: string | null };

/** Loads the current names of the rows' people. A provider's chats keep their own names. */
export async function readNames(app: App, rows: readonly Written[]): Promise<(row: Written) => Called | undefined> {
  const isOurs = ({ chatId }: Written) => app.chatProvider.name === "local" || isThread(chatId);
  const ids = [...new Set(rows.filter(isOurs).flatMap(({ userId: id }) => id ?? []))];
  if (ids.length === 0) return () => undefined;
  const { userId, firstName, lastName, nickname } = users;
  const people = await app.db.select({ userId, firstName, lastName, nickname }).from(users).where(inArray(userId, ids));
  const names = new Map(people.map((person) => [person.userId, person]));
  return (row) => names.get(row.userId ?? "");
}

/** The replied-to messages that still exist. */
async function readQuoted(app: App, rows: readonly PostedMessage[]): Promise<PostedMessage[]> {
  const wanted = new Map<string, string[]>();
  for (const { chatId, replyTo } of rows) if (replyTo) wanted.set(chatId, [...(wanted.get(chatId) ?? []), replyTo]);
  if (wanted.size === 0) return [];
  const isWanted = [...wanted].map(([chatId, ids]) =>
    and(eq(chatMessages.chatId, chatId), inArray(chatMessages.id, ids)),
  );
  return app.db
    .select()
    .from(chatMessages)
    .where(or(...isWanted));
}

/** Messages as a reader sees them; `readerId` is null if many readers share the result. */
export async function viewMessages(
  app: App,
  rows: readonly PostedMessage[],
  readerId: string | null,
): Promise<MessageView[]> {
  const [quoted, reactionsTo, pictureOf] = await Promise.all([
    readQuoted(app, rows),
    readReactions(app, rows, readerId),
    readPictures(app, rows),
  ]);
  const calledToday = await readNames(app, [...rows, ...quoted]);
  return rows.map((row) => {
    const { chatId, replyTo } = row;
    const original = quoted.find((each) => each.chatId === chatId && each.id === replyTo);
    return viewMessage(row, {
      today: calledToday(row),
      replyTo: replyTo ? viewQuoted(replyTo, original, original && calledToday(original)) : null,
      reactions: reactionsTo(row),
      picture: pictureOf(row),
    });
  });
}

/** A new message, as its author sees it. */
export async function viewWritten(app: App, row: PostedMessage): Promise<MessageView> {
  const [view] = await viewMessages(app, [row], row.userId);
  if (!view) throw new Error("One message has one view.");
  return view;
}
