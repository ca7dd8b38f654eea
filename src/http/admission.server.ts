import type { App } from "#src/context/app.ts";
import { requireFreshProof } from "#src/policy/proof.ts";
import { requireAdmin, requireSignedIn, type Viewer } from "#src/policy/viewer.ts";

// Whom a call admits, where the answer depends on the time of day as well as on who asks.

/** Someone signed in who proved who they are within the last ten minutes. */
export const requireProvedSelf = (viewer: Viewer, app: App) =>
  requireFreshProof(requireSignedIn(viewer), app.clock.now());

/** An organizer who did. */
export const requireProvedAdmin = (viewer: Viewer, app: App) =>
  requireFreshProof(requireAdmin(viewer), app.clock.now());
