import { and, eq, lt, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "#src/db/connect.server.ts";
import { chatMembers, chatPosts, chats } from "#src/db/tables/chats.ts";
import { GroupMeRefusal } from "#src/ports/chat-provider/groupme/groupme-client.server.ts";
import { findPeople, pullMessages } from "#src/ports/chat-provider/groupme/groupme-messages.server.ts";
import { pullRequests, type RequestsOptions } from "#src/ports/chat-provider/groupme/groupme-requests.server.ts";
import { type Group, groupSchema, type Member, read } from "#src/ports/chat-provider/groupme/groupme-shapes.server.ts";
import { OutsideAway } from "#src/shared/outside.ts";

const GROUPS_A_PAGE = 100;
const MOST_GROUP_PAGES = 5;
const MEMBERS_A_STATEMENT = 500;
/** When an unfinished post is given up. */
const POSTS_LIFE_MS = 2 * 86_400_000;

export type SyncOptions = RequestsOptions & {
  /** Empty: every group of the account. */
  readonly groupIds: readonly string[];
};

/** The ids of the groups to show, in order. */
async function listGroupIds({ client, groupIds }: SyncOptions): Promise<readonly string[]> {
  if (groupIds.length > 0) return groupIds;
  const ids: string[] = [];
  for (let page = 1; page <= MOST_GROUP_PAGES; page += 1) {
    const query = { page, per_page: GROUPS_A_PAGE, omit: "memberships" };
    const groups = await client
      .call({ path: "/groups", query, isPatient: true })
      .then((answer) => read(z.array(groupSchema), answer))
      .catch((error: unknown) => {
        // Here a refusal concerns the token itself.
        throw error instanceof GroupMeRefusal
          ? new OutsideAway("chat", `the token is refused: ${error.message}`)
          : error;
      });
    ids.push(...groups.map(({ id }) => id));
    if (groups.length < GROUPS_A_PAGE) break;
  }
  return [...new Set(ids)];
}

const momentOf = (seconds: number) => new Date(seconds * 1000);

async function saveGroup(tx: Transaction, group: Group, position: number): Promise<void> {
  const lastMessage = group.messages?.last_message_created_at ?? 0;
  const facts = {
    provider: "groupme" as const,
    name: group.name,
    description: group.description,
    imageUrl: group.image_url,
    position,
    messageCount: group.messages?.count ?? 0,
    updatedAt: momentOf(Math.max(group.updated_at, lastMessage)),
    ...(group.members && { memberCount: group.members.length }),
  };
  await tx
    .insert(chats)
    .values({ id: group.id, createdAt: momentOf(group.created_at), ...facts })
    .onConflictDoUpdate({ target: chats.id, set: facts });
}

async function saveMembers(tx: Transaction, chatId: string, members: readonly Member[], now: Date): Promise<void> {
  const ids = members.map(({ user_id }) => user_id);
  await tx.delete(chatMembers).where(and(eq(chatMembers.chatId, chatId), notInArray(chatMembers.memberId, ids)));
  const people = await findPeople(tx, ids);
  const rows = [...new Map(members.map((member) => [member.user_id, member])).values()].map((member) => ({
    chatId,
    memberId: member.user_id,
    userId: people.get(member.user_id) ?? null,
    name: member.name || member.nickname,
    nickname: member.nickname === member.name ? "" : member.nickname,
    imageUrl: member.image_url,
    autokicked: member.autokicked,
    muted: member.muted,
    // GroupMe does not report the join date.
    joinedAt: now,
  }));
  const changing = ["user_id", "name", "nickname", "image_url", "autokicked", "muted"] as const;
  const all = (table: string) => sql.raw(changing.map((column) => `${table}.${column}`).join(", "));
  for (let start = 0; start < rows.length; start += MEMBERS_A_STATEMENT) {
    await tx
      .insert(chatMembers)
      .values(rows.slice(start, start + MEMBERS_A_STATEMENT))
      .onConflictDoUpdate({
        target: [chatMembers.chatId, chatMembers.memberId],
        set: {
          userId: sql`excluded.user_id`,
          name: sql`excluded.name`,
          nickname: sql`excluded.nickname`,
          imageUrl: sql`excluded.image_url`,
          autokicked: sql`excluded.autokicked`,
          muted: sql`excluded.muted`,
        },
        setWhere: sql`(${all("chat_members")}) is distinct from (${all("excluded")})`,
      });
  }
}

/** Syncs one group: details, members, messages, join requests. Returns the number of new messages. */
async function syncGroup(options: SyncOptions, groupId: string, position: number): Promise<number> {
  const { db, client, now, log } = options;
  const path = `/groups/${groupId}`;
  const group = read(groupSchema, await client.call({ path, query: { include: "members" }, isPatient: true }));
  await db.transaction(async (tx) => {
    await saveGroup(tx, group, position);
    if (group.members) await saveMembers(tx, group.id, group.members, now());
  });
  const count = await pullMessages(options, group.id);
  await pullRequests(options, group.id).catch((error: unknown) => {
    if (!(error instanceof GroupMeRefusal)) throw error;
    log.debug({ groupId, error: error.message }, "who asks to join this group is not told to this account");
  });
  await db.update(chats).set({ syncedAt: now() }).where(eq(chats.id, group.id));
  return count;
}

/** Syncs every group in turn. A refused group keeps its last known state; if GroupMe is down, all do. */
export async function syncGroups(options: SyncOptions): Promise<number> {
  const { db, now, log } = options;
  await db.delete(chatPosts).where(lt(chatPosts.createdAt, new Date(now().getTime() - POSTS_LIFE_MS)));
  let count = 0;
  for (const [position, groupId] of (await listGroupIds(options)).entries()) {
    try {
      count += await syncGroup(options, groupId, position);
    } catch (error) {
      if (!(error instanceof GroupMeRefusal)) throw error;
      log.warn({ groupId, error: error.message }, "a group is not told to this account; what is known of it stays");
    }
  }
  return count;
}
