import { inFile } from "#tests/mutations/mutation.ts";

const MODERATION = ["tests/api/chat-moderation.test.ts"];
const REPORTS = ["tests/api/reports.test.ts"];
const BLOCKS = ["tests/api/blocks.test.ts"];

/** Moderation, reports and blocks. */
export const SAFETY = [
  ...inFile("src/features/chats/commands/moderation.server.ts", MODERATION, [
    ["a hidden message stays readable", "hiddenAt: reason === null ? null : now", "hiddenAt: null"],
    ["open pages keep a hidden message", `await logChange(tx, "chat_changed", chatId);`, ""],
    [
      "an organizer mutes themselves",
      `if (userId === admin.userId) return fail("conflict", LIMIT_NOT_YOURSELF);
  const [person]`,
      "const [person]",
    ],
    [
      "an organizer shows their own hidden message again",
      `if (reason === null && found.userId === admin.userId) return fail("conflict", LIMIT_NOT_YOURSELF);`,
      "",
    ],
    ["a mute never ends", "now.getTime() + days * DAY_MS", "now.getTime() + 1000 * days * DAY_MS"],
    [
      "lifting a mute lets people back into chats",
      "and(eq(chatLimits.userId, userId), isNull(chatLimits.chatId));",
      "eq(chatLimits.userId, userId);",
    ],
    ["a removed person's open page goes on", "await logPersonChange(tx, userId);", ""],
    ["a removed person is still a member", `if (chat.provider === "local") await leave(tx, { userId, chatId });`, ""],
  ]),
  ...inFile("src/features/chats/queries/limits.server.ts", MODERATION, [
    ["nobody is removed from a chat", "chatLimits.chatId, chatId)))) > 0", "chatLimits.chatId, chatId)))) > 9"],
    ["a removed person still lists the chat", "return sql`not exists (", "return sql`true or not exists ("],
  ]),
  ...inFile("src/features/chats/commands.server.ts", MODERATION, [
    ["a muted person writes in chats and threads", "if (!speaks.ok) return speaks;", ""],
    [
      "a removed person writes",
      `if (await isRemovedFrom(app, writer.userId, chatId)) return fail("not_found", CHAT_NOT_FOUND);`,
      "",
    ],
  ]),
  ...inFile("src/features/events/host-messages/commands.server.ts", MODERATION, [
    ["a muted host mails guests", "if (!speaks.ok) return speaks;", ""],
  ]),
  ...inFile("src/features/events/polls/commands.server.ts", MODERATION, [
    ["a muted host asks guests", "if (!speaks.ok) return speaks;", ""],
  ]),
  ...inFile("src/features/chats/queries/threads.server.ts", MODERATION, [
    ["a removed person reads the thread", "if (!stays.ok) return stays;", ""],
  ]),
  ...inFile("src/db/own-reports.ts", REPORTS, [
    [
      "an organizer reads reports about themselves",
      "and m.user_id = ${userId})",
      "and m.user_id = ${userId} and false)",
    ],
  ]),
  ...inFile("src/features/chats/queries/readable.server.ts", REPORTS, [
    ["a report reveals a message that its sender cannot read", "return message !== undefined;", "return true;"],
  ]),
  ...inFile("src/features/reports/commands/cases.server.ts", REPORTS, [
    [
      "a second organizer closes a closed report again",
      "if (isSame) return ok(undefined);",
      'if (isSame && state === "open") return ok(undefined);',
    ],
    ["a closed report has no owner", "(row.ownerSub ?? admin.sub)", "row.ownerSub"],
    [
      "people with an address do not hear that their report was read",
      `if (closed && row.email !== "")`,
      `if (closed && row.email === "")`,
    ],
  ]),
  ...inFile("src/features/blocks/commands.server.ts", BLOCKS, [
    ["an organizer is blocked", `if (await haveRole(app, tx, [userId])) return fail("conflict", HAS_A_ROLE);`, ""],
    ["an organizer blocks themselves", `if (userId === admin.userId) return fail("conflict", NOT_YOURSELF);`, ""],
    ["a block ends a day early", "instantOf(addDays(lastDay, 1)", "instantOf(addDays(lastDay, 0)"],
    [
      "a block is not in the log",
      `await writeAudit(tx, admin, { action: "person_blocked"`,
      `if (false as boolean) await writeAudit(tx, admin, { action: "person_blocked"`,
    ],
  ]),
  ...inFile("src/features/blocks/queries.server.ts", BLOCKS, [
    ["a lifted block counts", "and(isNull(personBlocks.liftedAt), or(", "and(or("],
    ["a block that ended counts", ", gt(personBlocks.until, now))", ", gt(personBlocks.until, new Date(0)))"],
  ]),
];
