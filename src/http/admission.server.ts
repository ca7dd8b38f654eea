import type { App } from "#src/context/app.ts";
import { requireChatReader, requireChatWriter } from "#src/policy/chats.ts";
import { requireFreshProof } from "#src/policy/proof.ts";
import { requireAdmin, requireSignedIn, type Viewer } from "#src/policy/viewer.ts";
import type { Result } from "#src/shared/result.ts";

/** The gates of REST calls and GraphQL fields. A gate runs first; commands take its proof. */
export type Gate<V> = (viewer: Viewer, app: App) => Result<V>;

/** A signed-in user who proved their identity within the last ten minutes. */
export const requireProvedSelf = (viewer: Viewer, app: App) =>
  requireFreshProof(requireSignedIn(viewer), app.clock.now());

/** An organizer with a fresh proof. */
export const requireProvedAdmin = (viewer: Viewer, app: App) =>
  requireFreshProof(requireAdmin(viewer), app.clock.now());

/** May read chats and attendee lists, by the group's rules. */
export const requireReader = (viewer: Viewer, app: App) => requireChatReader(viewer, app.config.freeChatAccess);

/** May also write in chats. */
export const requireWriter = (viewer: Viewer, app: App) => requireChatWriter(viewer, app.config.freeChatAccess);
