import type { App } from "#src/context/app.ts";
import { requireChatReader, requireChatWriter } from "#src/policy/chats.ts";
import { type Proved, requireFreshProof } from "#src/policy/proof.ts";
import { requireTo } from "#src/policy/roles.ts";
import { type Admin, requireSignedIn, type Viewer } from "#src/policy/viewer.ts";
import { type Action, ACTIONS } from "#src/shared/roles.ts";
import type { Result } from "#src/shared/result.ts";

/** The gates of REST calls and GraphQL fields. A gate runs first; commands take its proof. */
export type Gate<V> = (viewer: Viewer, app: App) => Result<V>;

/** A signed-in user who proved their identity within the last ten minutes. */
export const requireProvedSelf = (viewer: Viewer, app: App) =>
  requireFreshProof(requireSignedIn(viewer), app.clock.now());

/** The gate of each action of the console, with a fresh proof. */
export const requireProvedTo = Object.fromEntries(
  ACTIONS.map((action): [Action, Gate<Proved<Admin>>] => [
    action,
    (viewer, app) => requireFreshProof(requireTo[action](viewer), app.clock.now()),
  ]),
) as Readonly<Record<Action, Gate<Proved<Admin>>>>;

/** May read chats and attendee lists, by the group's rules. */
export const requireReader = (viewer: Viewer, app: App) => requireChatReader(viewer, app.config.freeChatAccess);

/** May also write in chats. */
export const requireWriter = (viewer: Viewer, app: App) => requireChatWriter(viewer, app.config.freeChatAccess);
