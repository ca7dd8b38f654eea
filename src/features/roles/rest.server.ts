import { grantRole, handOver, revokeRole } from "#src/features/roles/commands.server.ts";
import { NOT_HELD } from "#src/features/roles/messages.ts";
import { listRoles } from "#src/features/roles/queries.server.ts";
import { grantSchema, handOverSchema, rolesSchema } from "#src/features/roles/schema.ts";
import { requireProvedTo } from "#src/http/admission.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { successSchema } from "#src/shared/fields.ts";
import { fail } from "#src/shared/result.ts";
import { ROLES } from "#src/shared/roles.ts";

export const readRoles = endpoint({
  summary: "Every account with a role in the console",
  answer: rolesSchema,
  admit: requireTo.grant_roles,
  handle: (app, admin) => listRoles(app, admin),
});

export const grantRoleCall = endpoint({
  summary: "Grant an account a role. Needs a fresh proof; its owner is told by mail",
  body: grantSchema,
  answer: successSchema,
  admit: requireProvedTo.grant_roles,
  handle: (app, admin, { body }) => grantRole(app, admin, body),
});

export const revokeRoleCall = endpoint({
  summary: "Revoke a role. Needs a fresh proof; the last organizer can't be removed",
  answer: successSchema,
  admit: requireProvedTo.grant_roles,
  params: ["sub", "role"],
  async handle(app, admin, { params }) {
    const role = ROLES.find((known) => known === params.role);
    return role === undefined ? fail("not_found", NOT_HELD) : revokeRole(app, admin, { sub: params.sub, role });
  },
});

export const handOverCall = endpoint({
  summary: "Hand over: make another account an organizer instead of your own. Needs a fresh proof",
  body: handOverSchema,
  answer: successSchema,
  admit: requireProvedTo.grant_roles,
  handle: (app, admin, { body }) => handOver(app, admin, body.email),
});
