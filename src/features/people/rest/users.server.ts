import { deleteUsers } from "#src/features/people/commands/delete.server.ts";
import { mergeUsers, previewMerge } from "#src/features/people/commands/merge.server.ts";
import { createUser, editUser } from "#src/features/people/commands/users.server.ts";
import { USER_CREATED } from "#src/features/people/messages.ts";
import { listMatches } from "#src/features/people/queries/matches.server.ts";
import { getUser, listUsers } from "#src/features/people/queries/users.server.ts";
import { mergedSchema, mergePreviewSchema, mergeRequestSchema } from "#src/features/people/schema/merge.ts";
import {
  deletedSchema,
  matchesSchema,
  oneUserSchema,
  savedUserSchema,
  userFieldsSchema,
  userPageQuerySchema,
  userPageSchema,
} from "#src/features/people/schema/users.ts";
import { requireProvedTo } from "#src/http/admission.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { ok } from "#src/shared/result.ts";

export const readUsers = endpoint({
  summary: "A page of all records, or of those that match a search",
  query: userPageQuerySchema,
  answer: userPageSchema,
  admit: requireTo.read_people,
  handle: (app, admin, { query }) => listUsers(app, admin, query),
});

export const readMatches = endpoint({
  summary: "Existing records that may match a person to be added; changes nothing",
  body: userFieldsSchema,
  answer: matchesSchema,
  admit: requireTo.change_people,
  handle: (app, admin, { body }) => listMatches(app, admin, body),
});

export const createUserCall = endpoint({
  summary: "Create a record",
  body: userFieldsSchema,
  answer: savedUserSchema,
  admit: requireTo.change_people,
  async handle(app, admin, { body }) {
    const user = await createUser(app, admin, body);
    return user.ok ? ok({ success: true as const, message: USER_CREATED, user: user.value }) : user;
  },
});

export const readUser = endpoint({
  summary: "One record",
  answer: oneUserSchema,
  admit: requireTo.read_people,
  params: ["id"],
  handle: (app, admin, { params }) => getUser(app, admin, params.id),
});

export const editUserCall = endpoint({
  summary: "Change fields of a record; omitted fields stay",
  body: userFieldsSchema,
  answer: savedUserSchema,
  admit: requireTo.change_people,
  params: ["id"],
  handle: (app, admin, { params, body }) => editUser(app, admin, { userId: params.id, fields: body }),
});

export const deleteUserCall = endpoint({
  summary: "Delete a record; it can be undone from the audit log for 30 days",
  answer: deletedSchema,
  admit: requireProvedTo.manage_records,
  params: ["id"],
  handle: (app, admin, { params }) => deleteUsers(app, admin, [params.id]),
});

export const mergeCall = endpoint({
  summary: "Merge two or more records of one person; it can be undone from the audit log for 30 days",
  body: mergeRequestSchema,
  answer: mergedSchema,
  admit: requireProvedTo.manage_records,
  handle: (app, admin, { body }) => mergeUsers(app, admin, body),
});

export const previewMergeCall = endpoint({
  summary: "Preview a merge",
  body: mergeRequestSchema,
  answer: mergePreviewSchema,
  admit: requireTo.manage_records,
  handle: (app, admin, { body }) => previewMerge(app, admin, body),
});
