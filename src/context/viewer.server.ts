import type { App } from "#src/context/app.ts";
import { roleOfGroups, type Viewer, VISITOR } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/**
 * Who asks, from the bearer token. No token is a visitor; a token that does not verify is refused rather than
 * taken for a visitor's, so that a page knows that its session is over.
 */
export async function readViewer(app: App, authorization: string | null): Promise<Result<Viewer>> {
  if (authorization === null) return ok(VISITOR);
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  const claims = token === undefined ? null : await app.identity.verifyIdToken(token);
  if (!claims) return fail("unauthenticated", "Not authenticated");
  const { sub, email, emailVerified, groups } = claims;
  return ok({ kind: roleOfGroups(groups), sub, email, emailVerified });
}
