import { blockPerson, unblockPerson } from "#src/features/blocks/commands.server.ts";
import { NOT_BLOCKED } from "#src/features/blocks/messages.ts";
import { readBlock } from "#src/features/blocks/queries.server.ts";
import { blockSchema, newBlockSchema } from "#src/features/blocks/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";

export const readBlockCall = endpoint({
  summary: "Whether a person is blocked, why and until when",
  answer: blockSchema,
  admit: requireTo.block_people,
  params: ["userId"],
  handle: (app, admin, { params }) => readBlock(app, admin, params.userId),
});

export const putBlock = endpoint({
  summary: "Block a person: no RSVPs, messages, hosting or approval by automation",
  body: newBlockSchema,
  answer: blockSchema,
  invalidMessage: NOT_BLOCKED,
  admit: requireTo.block_people,
  params: ["userId"],
  handle: (app, admin, { params, body }) => blockPerson(app, admin, params.userId, body),
});

export const deleteBlock = endpoint({
  summary: "End a person's block",
  answer: blockSchema,
  admit: requireTo.block_people,
  params: ["userId"],
  handle: (app, admin, { params }) => unblockPerson(app, admin, params.userId),
});
