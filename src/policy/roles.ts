import { type Account, type Admin, requireSignedIn, type Viewer } from "#src/policy/viewer.ts";
import type { AuditAction } from "#src/shared/audit-actions.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { type Action, ACTION_ROLES, ACTIONS, type Role } from "#src/shared/roles.ts";

// Console permissions. Roles are rows of the table `ACTION_ROLES`, never conditions in code.

const ADMINS_ONLY = "This is for the group's organizers.";
const NOT_YOUR_ROLE = "Your role doesn't include this. An organizer can do it, or give you another role.";
const SECOND_FACTOR_FIRST = "To open the console, set up a second step and sign in with it on this device.";

/** Whether a viewer may take an action: organizers any, other roles by the table, locked accounts none. */
export function mayDo(viewer: Viewer, action: Action): boolean {
  if (viewer.kind === "visitor" || viewer.isLockedOrganizer) return false;
  if (viewer.kind === "admin") return true;
  return viewer.roles.some((role) => ACTION_ROLES[action].includes(role));
}

/** All actions that the account may take. */
export function actionsOf(account: Account): Action[] {
  return ACTIONS.filter((action) => mayDo(account, action));
}

/** The account's roles, even while it is locked. */
export function rolesOf(account: Account): Role[] {
  return [...account.roles];
}

function gate(isAdmitted: (account: Account) => boolean) {
  return (viewer: Viewer): Result<Admin> => {
    const signedIn = requireSignedIn(viewer);
    if (!signedIn.ok) return signedIn;
    const account = signedIn.value;
    if (account.isLockedOrganizer) return fail("second_factor_required", SECOND_FACTOR_FIRST);
    if (isAdmitted(account)) return ok(account as Admin);
    return fail("forbidden", account.roles.length > 0 ? NOT_YOUR_ROLE : ADMINS_ONLY);
  };
}

type Gates = Readonly<Record<Action, (viewer: Viewer) => Result<Admin>>>;

/** The gate of each action, for `admit`. */
export const requireTo = Object.fromEntries(
  ACTIONS.map((action) => [action, gate((account) => mayDo(account, action))]),
) as Gates;

/** Admits any role. For calls that the whole console needs. */
export const requireAnyRole = gate((account) => actionsOf(account).length > 0);

/** The caller as an organizer for this action; null for everyone else. */
export function adminOf(viewer: Viewer, action: Action): Admin | null {
  const admin = requireTo[action](viewer);
  return admin.ok ? admin.value : null;
}

/** The permission that undoing an entry requires: no weaker than the one for the original action. */
const UNDO_NEEDS: Readonly<Partial<Record<AuditAction, Action>>> = {
  user_edited: "change_people",
  proposal_taken: "decide_requests",
  proposal_dismissed: "decide_requests",
  photo_hidden: "manage_photos",
  settings_changed: "change_settings",
  note_deleted: "change_people",
  people_tagged: "change_people",
  people_untagged: "change_people",
  event_change_published: "manage_events",
  event_change_refused: "manage_events",
};

/** Organizers may undo any log entry; other roles only their own, while they still have its permission. */
export function mayUndo(admin: Account, entry: { readonly actorSub: string; readonly action: AuditAction }): boolean {
  if (mayDo(admin, "read_logs")) return true;
  const needed = UNDO_NEEDS[entry.action];
  return entry.actorSub === admin.sub && needed !== undefined && mayDo(admin, needed);
}
