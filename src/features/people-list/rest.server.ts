import { listAllUsers } from "#src/features/people-list/queries.server.ts";
import { allUsersQuerySchema, allUsersSchema } from "#src/features/people-list/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";

export const readAllUsers = endpoint({
  summary: "The user manager's list: people added in a period, filtered and sorted",
  query: allUsersQuerySchema,
  answer: allUsersSchema,
  admit: requireTo.read_people,
  handle: (app, admin, { query }) => listAllUsers(app, admin, query),
});
