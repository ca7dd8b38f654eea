import type { Db } from "#src/db/connect.server.ts";
import { joinProposals } from "#src/db/tables/join-proposals.ts";
import { users } from "#src/db/tables/users.ts";

type Given = { readonly db: Db; readonly id: string; readonly userId: string; readonly now: Date };

/** A proposal of which this person is one side; the other is a stranger made for it. */
export async function giveProposal({ db, id, userId, now }: Given, side: "said" | "known"): Promise<void> {
  const stranger = `stranger of ${id}`;
  await db.insert(users).values({ userId: stranger });
  const [said, knownUserId] = side === "said" ? [userId, stranger] : [stranger, userId];
  await db.insert(joinProposals).values({ id, userId: said, knownUserId, reasons: ["phone"], createdAt: now });
}
