import { DEMO_CHATS, type SaidLine } from "#seeds/demo-talk.ts";
import type { NewChat, NewChatMember, NewChatMessage } from "#src/db/tables/chats.ts";
import type { NewUser } from "#src/db/tables/users.ts";
import { addDays, type Day } from "#src/shared/dates.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { instantOf } from "#src/shared/zones.server.ts";

export type TownChat = {
  readonly chat: NewChat;
  readonly members: readonly NewChatMember[];
  readonly messages: readonly NewChatMessage[];
};

/** What some are called in chats. */
const NICKNAMES: Readonly<Record<string, string>> = {
  "Zoe Carter": "Zo",
  "Marcus Bell": "Coach Bell",
  "Theo Lambert": "Theo 🏐",
  "Jack O'Neill": "Jacko",
  "Imani Brooks": "Mani",
  "Harper Host": "Harper (hosting)",
};

const nameOf = ({ firstName = "", lastName = "" }: NewUser) => `${firstName} ${lastName}`;

/** The town's chats on a day: everything in them was said before it, so that nothing is from the future. */
export function demoChats(people: readonly NewUser[], today: Day, timeZone: string): TownChat[] {
  // The first of a name: the town has somebody twice.
  const byName = new Map(people.toReversed().map((person) => [nameOf(person), person]));
  const person = (name: string): NewUser => {
    const found = byName.get(name);
    if (!found) throw new Error(`Nobody in the demo town is called ${name}.`);
    return found;
  };
  return DEMO_CHATS.map(({ members: names, talk, began, ...facts }, position) => {
    const moment = ([daysAgo, time]: SaidLine) => instantOf(addDays(today, -daysAgo), `${time}:00`, timeZone);
    const createdAt = instantOf(addDays(today, -began), "18:00:00", timeZone);
    const messages = talk.map((line, index): NewChatMessage => {
      const [, , name, text] = line;
      const author = name === null ? null : person(name);
      return {
        chatId: facts.id,
        seq: index + 1,
        id: uuidv7(moment(line).getTime()),
        authorId: author?.userId ?? "",
        userId: author?.userId ?? null,
        name: name === null ? facts.name : (NICKNAMES[name] ?? name),
        text,
        system: author === null,
        createdAt: moment(line),
      };
    });
    const members = names.map((name) => ({
      chatId: facts.id,
      memberId: person(name).userId,
      userId: person(name).userId,
      name,
      nickname: NICKNAMES[name] ?? "",
      joinedAt: createdAt,
    }));
    const count = { messageCount: messages.length, lastSeq: messages.length, memberCount: members.length };
    const updatedAt = messages.at(-1)?.createdAt ?? createdAt;
    return { chat: { ...facts, position, ...count, createdAt, updatedAt }, members, messages };
  });
}
