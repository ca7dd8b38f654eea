import { mayDo } from "#src/policy/roles.ts";
import { isMember, requireSignedIn, type SignedIn, type Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const MEMBERS_ONLY = "The ladder is for members. Subscribe to see it.";

declare const ladderProof: unique symbol;
/** Proof of permission to read the ladder. Only {@link requireLadderReader} makes one. */
export type LadderReader = SignedIn & { readonly [ladderProof]: "may read" };

/** Members and organizers. */
export function requireLadderReader(viewer: Viewer): Result<LadderReader> {
  const signedIn = requireSignedIn(viewer);
  if (!signedIn.ok) return signedIn;
  const isReader = isMember(viewer) || mayDo(viewer, "manage_events");
  return isReader ? ok(signedIn.value as LadderReader) : fail("forbidden", MEMBERS_ONLY);
}
