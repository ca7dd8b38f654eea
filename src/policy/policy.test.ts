import { expect, test } from "vitest";
import { actionsOf, mayDo, mayUndo, requireTo } from "#src/policy/roles.ts";
import { chatAccess } from "#src/policy/chats.ts";
import {
  canManageEvent,
  canNameCoHosts,
  canSeeEvent,
  canSeeLocation,
  canSeePhotos,
  canSeePrivateLocation,
  changesAtOnce,
  eventScope,
  misleadsNobody,
  publishesAtOnce,
} from "#src/policy/events.ts";
import {
  accountKind,
  endOfSession,
  hasSecondFactor,
  requirePerson,
  requireSignedIn,
  roleOfGroups,
  type Viewer,
  VISITOR,
} from "#src/policy/viewer.ts";
import { ACTION_ROLES, ACTIONS, GRANTED_ROLES } from "#src/shared/roles.ts";

const account = {
  sub: "1",
  email: "a@example.com",
  groups: [],
  userId: "u1",
  coHostOf: [],
  isBlocked: false,
  phone: "9045550100",
  sex: "male" as const,
  until: new Date(0),
  session: null,
  roles: [],
  isLockedOrganizer: false,
};
const viewers: Record<string, Viewer> = {
  visitor: VISITOR,
  user: { kind: "user", ...account },
  member: { kind: "member", ...account },
  admin: { kind: "admin", ...account },
};

const open = { id: "e1", generalPublic: true, membersOnlyLocation: false, held: false, hostUserId: null };
const hidden = { ...open, membersOnlyLocation: true };
const ownHidden = { ...hidden, hostUserId: "u1" };
const closeFriends = { ...hidden, generalPublic: false };
const held = { ...open, held: true };
const ownHeld = { ...held, hostUserId: "u1" };

// The permission table. A row: the action, then visitor, user, member, admin.
const TABLE: readonly [thing: string, may: (viewer: Viewer) => boolean, ...expected: boolean[]][] = [
  ["see a public event", (viewer) => canSeeEvent(viewer, open), true, true, true, true],
  ["see an event for close friends", (viewer) => canSeeEvent(viewer, closeFriends), false, false, true, true],
  ["find events for close friends in a list", (viewer) => eventScope(viewer).closeFriends, false, false, true, true],
  ["read an open place", (viewer) => canSeeLocation(viewer, open), true, true, true, true],
  ["read a members-only place", (viewer) => canSeeLocation(viewer, hidden), false, false, true, true],
  ["see photos of an open event", (viewer) => canSeePhotos(viewer, open), true, true, true, true],
  ["see photos of a members-only place", (viewer) => canSeePhotos(viewer, hidden), false, false, true, true],
  [
    "see photos of an event for close friends",
    (viewer) => canSeePhotos(viewer, { ...open, generalPublic: false }),
    false,
    false,
    true,
    true,
  ],
  ["read a private place", (viewer) => canSeePrivateLocation(viewer, hidden), false, false, true, true],
  ["read the place of their own event", (viewer) => canSeeLocation(viewer, ownHidden), false, true, true, true],
  [
    "read the private place of their own event",
    (viewer) => canSeePrivateLocation(viewer, ownHidden),
    false,
    true,
    true,
    true,
  ],
];

const HELD_TABLE: typeof TABLE = [
  ["see a held event", (viewer) => canSeeEvent(viewer, held), false, false, false, true],
  ["see a held event of their own", (viewer) => canSeeEvent(viewer, ownHeld), false, true, true, true],
  ["publish at once", (viewer) => publishesAtOnce(viewer, false), false, false, false, true],
  ["publish at once with a Host ID", (viewer) => publishesAtOnce(viewer, true), true, true, true, true],
];

const CHANGE_TABLE: typeof TABLE = [
  ["change at once", (viewer) => changesAtOnce(viewer, open, false), false, false, true, true],
  ["change at once with a Host ID", (viewer) => changesAtOnce(viewer, open, true), true, true, true, true],
  ["change a held event at once", (viewer) => changesAtOnce(viewer, held, false), true, true, true, true],
];

for (const [thing, may, ...expected] of CHANGE_TABLE) {
  test(`[SAFE-11] who may ${thing}`, () => {
    expect(Object.values(viewers).map(may)).toEqual(expected);
  });
}

test("[SAFE-11] only listed settings change without review; unknown settings wait", () => {
  expect(["spaces", "guestsPerPerson", "chat"].every((name) => misleadsNobody(name, 1))).toBe(true);
  expect(["cancelled", "postponed", "scheduled"].map((status) => misleadsNobody("status", status))).toEqual([
    true,
    true,
    false,
  ]);
  for (const name of ["title", "location", "groupMeChatUrl", "organizerVenmo", "addedLater"])
    expect(misleadsNobody(name, "x"), name).toBe(false);
});

test("[CREATE-09] an account without a person hosts no event, not even one without a host", () => {
  const loose: Viewer = { kind: "user", ...account, userId: null };
  expect([canManageEvent(loose, open), canSeeEvent(loose, held), canManageEvent(loose, ownHeld)]).toEqual([
    false,
    false,
    false,
  ]);
});

for (const [thing, may, ...expected] of HELD_TABLE) {
  test(`[CREATE-09] who may ${thing}`, () => {
    expect(Object.values(viewers).map(may)).toEqual(expected);
  });
}

for (const [thing, may, ...expected] of TABLE) {
  test(`[EVT-08, EVT-09] who may ${thing}`, () => {
    expect(Object.values(viewers).map(may)).toEqual(expected);
  });
}

test("[DAY-12] a co-host manages that event only, and cannot name co-hosts", () => {
  const coHost: Viewer = { kind: "user", ...account, coHostOf: ["e1"] };
  const other = { ...held, id: "e2" };
  expect([canManageEvent(coHost, held), canSeeEvent(coHost, held), canNameCoHosts(coHost, held)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([canManageEvent(coHost, other), canSeeEvent(coHost, other)]).toEqual([false, false]);
});

test("[AUTH-10] an account without a person is signed in and may not act as a person", () => {
  const nobody: Viewer = { kind: "member", ...account, userId: null };
  expect(requireSignedIn(nobody).ok).toBe(true);
  expect(requirePerson(nobody)).toMatchObject({ ok: false, failure: { code: "forbidden" } });
  expect(requirePerson({ ...nobody, userId: "u1" }).ok).toBe(true);
});

test("[SAFE-05] an organizer without the required second factor has no rights and gets second_factor_required", () => {
  const locked: Viewer = { kind: "member", ...account, roles: ["organizer"], isLockedOrganizer: true };
  expect(actionsOf(locked)).toEqual([]);
  const lockedTreasurer: Viewer = { ...locked, roles: ["treasurer"] };
  expect(actionsOf(lockedTreasurer)).toEqual([]);
  expect(requireTo.read_people(locked)).toMatchObject({ ok: false, failure: { code: "second_factor_required" } });
});

test("[SAFE-05] a password alone is no second factor; a passkey, an app's code and a recovery code are", () => {
  expect(hasSecondFactor({ provedWith: ["password"] })).toBe(false);
  for (const proof of ["passkey", "totp", "recovery_code"] as const)
    expect(hasSecondFactor({ provedWith: ["password", proof] })).toBe(true);
});

test("[SAFE-06] an organizer's session ends after 12 hours, any other session after 30 days", () => {
  const hours = (kind: "user" | "admin") => endOfSession({ kind, ...account }, new Date(0)).getTime() / 3_600_000;
  expect([hours("user"), hours("admin")]).toEqual([720, 12]);
});

test("[CHAT-01] chats admit members, and people with a complete profile if the group allows it", () => {
  const { visitor, user, member } = viewers;
  const access = (viewer: Viewer | undefined, more: object, free: "female" | "everyone" | "nobody") =>
    viewer && chatAccess({ ...viewer, ...more }, free);
  expect(access(visitor, {}, "everyone")).toBe("sign_in");
  expect(access(member, { phone: "", sex: "" }, "nobody")).toBe("allowed");
  expect(access(user, { phone: "" }, "everyone")).toBe("profile");
  expect(access(user, { sex: "" }, "everyone")).toBe("profile");
  expect(access(user, {}, "everyone")).toBe("allowed");
  expect([access(user, {}, "female"), access(user, { sex: "female" }, "female")]).toEqual(["subscribe", "allowed"]);
  expect(access(user, {}, "nobody")).toBe("subscribe");
});

test("Admins outranks Members, and unknown groups grant nothing", () => {
  expect(roleOfGroups(["Members", "Admins"])).toBe("admin");
  expect(roleOfGroups(["Members"])).toBe("member");
  expect(roleOfGroups(["admins", "Hosts"])).toBe("user");
});

test("[DESK-01] a role grants exactly the actions of its table rows; only an organizer has all", () => {
  for (const role of GRANTED_ROLES) {
    const viewer: Viewer = { kind: "user", ...account, roles: [role] };
    const expected = ACTIONS.filter((action) => ACTION_ROLES[action].includes(role));
    expect(actionsOf(viewer), role).toEqual(expected);
    expect(mayDo(viewer, "grant_roles"), role).toBe(false);
    const own = { actorSub: account.sub, action: "user_edited" } as const;
    expect(mayUndo(viewer, { ...own, actorSub: "other" }), role).toBe(false);
    expect(mayUndo(viewer, own), role).toBe(role === "approver");
    expect(mayUndo(viewer, { ...own, action: "users_merged" }), role).toBe(false);
  }
  expect(actionsOf({ kind: "admin", ...account })).toEqual([...ACTIONS]);
});

test("[DESK-01] a role counts only with a verified email, and a locked account has no rights", () => {
  const rules = { adminEmails: [], organizerSecondFactor: true };
  const signedIn = {
    email: account.email,
    emailVerified: true,
    groups: [],
    grantedRoles: ["greeter"],
    session: null,
  } as const;
  expect(accountKind(signedIn, rules).roles).toEqual(["greeter"]);
  expect(accountKind({ ...signedIn, emailVerified: false }, rules).roles).toEqual([]);
  const session = { id: "s", startedAt: new Date(0), provedAt: new Date(0), provedWith: ["password"] } as const;
  expect(accountKind({ ...signedIn, session }, rules)).toEqual({
    kind: "user",
    roles: ["greeter"],
    isLockedOrganizer: true,
  });
});
