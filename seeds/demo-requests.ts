import type { AskedToJoin } from "#src/features/requests/commands/join-requests.server.ts";

// People who ask to join the group's chat: some are in the database once, some twice, some not at all.
const ASKING: readonly { nickname: string; phone?: string; imageUrl?: string }[] = [
  // His own record, and one that he made again with another name and phone.
  { nickname: "Marcus Bell", phone: "9045550216" },
  // One record, by its name alone, as a chat writes it.
  { nickname: "sofia delgado 🏐" },
  // Two records of one person, to be merged.
  { nickname: "Zoe Carter", phone: "9045550206" },
  // The number with the country's 1, the name cut short.
  { nickname: "Tyler H", phone: "19045550230" },
  // Nobody in the database.
  { nickname: "Beachcomber", phone: "3055550199" },
  { nickname: "Wyatt Ellison" },
];

/** Who has been asking to join since yesterday, an hour apart. */
export function demoRequests(now: Date): AskedToJoin[] {
  return ASKING.map((asking, index) => ({
    ...asking,
    id: `demo-request-${index + 1}`,
    userId: `demo-chat-user-${index + 1}`,
    requestedAt: new Date(now.getTime() - (ASKING.length - index) * 3_600_000),
  }));
}
