import type { App } from "#src/context/app.ts";
import { requireChatReader, requireChatWriter } from "#src/policy/chats.ts";
import { requireFreshProof } from "#src/policy/proof.ts";
import { requireAdmin, requireSignedIn, type Viewer } from "#src/policy/viewer.ts";
import type { Result } from "#src/shared/result.ts";

/** Whom a call of REST or a field of GraphQL admits: asked before anything else, its proof is what commands take. */
export type Gate<V> = (viewer: Viewer, app: App) => Result<V>;

/** Someone signed in who proved who they are within the last ten minutes. */
export const requireProvedSelf = (viewer: Viewer, app: App) =>
  requireFreshProof(requireSignedIn(viewer), app.clock.now());

/** An organizer who did. */
export const requireProvedAdmin = (viewer: Viewer, app: App) =>
  requireFreshProof(requireAdmin(viewer), app.clock.now());

/** Who may read chats and attendee lists, as the group chose. */
export const requireReader = (viewer: Viewer, app: App) => requireChatReader(viewer, app.config.freeChatAccess);

/** Who may also write in chats. */
export const requireWriter = (viewer: Viewer, app: App) => requireChatWriter(viewer, app.config.freeChatAccess);
