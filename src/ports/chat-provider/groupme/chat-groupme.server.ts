import { createHmac, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import { z } from "zod";
import type { Db } from "#src/db/connect.server.ts";
import { groupMeCalendar } from "#src/ports/chat-provider/groupme/groupme-calendar.server.ts";
import {
  GroupMeClient,
  type GroupMeClientOptions,
  GroupMeRefusal,
} from "#src/ports/chat-provider/groupme/groupme-client.server.ts";
import { pullMessages } from "#src/ports/chat-provider/groupme/groupme-messages.server.ts";
import { postMessage } from "#src/ports/chat-provider/groupme/groupme-post.server.ts";
import { tellDecisions } from "#src/ports/chat-provider/groupme/groupme-requests.server.ts";
import { syncGroups } from "#src/ports/chat-provider/groupme/groupme-sync.server.ts";
import type { AskedToJoin, ChatProviderPort } from "#src/ports/chat-provider/port.ts";
import { OutsideAway } from "#src/shared/outside.ts";

type GroupMeOptions = GroupMeClientOptions & {
  readonly db: Db;
  readonly log: Logger;
  readonly groupIds: readonly string[];
  readonly recordRequest: (asked: AskedToJoin) => Promise<void>;
};

const saidSchema = z.looseObject({ group_id: z.string().regex(/^\d{1,32}$/) });

/**
 * GroupMe does not sign callbacks, so the callback URL contains a secret. Derived from the token, so it needs no
 * setting.
 */
const secretOf = (token: string) => createHmac("sha256", token).update("groupme callback").digest("base64url");

function isSame(given: string, secret: string): boolean {
  const [one, other] = [given, secret].map((text) => createHmac("sha256", secret).update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** GroupMe groups, synced into our tables. */
export function groupMeChats(options: GroupMeOptions): ChatProviderPort {
  const { log, token } = options;
  const client = new GroupMeClient(options);
  const parts = { ...options, client };
  const callbackSecret = secretOf(token);
  /** Groups with pending callbacks; one sync at a time handles all of them. */
  const newsOf = new Set<string>();
  let round: Promise<void> | undefined;
  let syncing: Promise<number> | undefined;

  async function pullNews(): Promise<void> {
    for (const groupId of newsOf) {
      newsOf.delete(groupId);
      await pullMessages(parts, groupId).catch((error: unknown) => {
        if (!(error instanceof OutsideAway || error instanceof GroupMeRefusal)) throw error;
        log.warn({ groupId, error: error.message }, "a group has news that cannot be read now");
      });
    }
  }

  return {
    name: "groupme",
    callbackSecret,
    post: (message) => postMessage(parts, message),
    ...groupMeCalendar(client),
    sync() {
      syncing ??= syncGroups(parts).finally(() => (syncing = undefined));
      return syncing;
    },
    tellDecisions: () => tellDecisions(parts),
    hear(secret, said) {
      if (!isSame(secret, callbackSecret)) return false;
      const { data } = saidSchema.safeParse(said);
      if (data && newsOf.size < 1000) newsOf.add(data.group_id);
      round ??= pullNews()
        .catch((error: unknown) => log.error({ error: String(error) }, "news of the chats could not be kept"))
        .finally(() => (round = undefined));
      return true;
    },
    async stop() {
      newsOf.clear();
      await round;
      await syncing?.catch(() => undefined);
    },
  };
}
