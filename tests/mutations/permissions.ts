import { inFile } from "#tests/mutations/mutation.ts";

const ROLES = ["tests/api/roles.test.ts"];
const POLICY = ["src/policy/policy.test.ts", "tests/api/policy.test.ts"];

export const PERMISSIONS = [
  ...inFile("src/features/roles/commands.server.ts", ROLES, [
    ["a blocked person gets a role", "blocked.size > 0 ? fail", "blocked.size > 99 ? fail"],
  ]),
  ...inFile("src/features/people/commands/merge.server.ts", ROLES, [
    ["a merge blocks someone with a role", "if (isSomeoneBlocked &&", "if ((false as boolean) &&"],
  ]),
  ...inFile(
    "src/db/groups-now.ts",
    ["tests/api/books.test.ts"],
    [["one membership makes everybody a member", "memberships.user_id = accounts.user_id and", "true and"]],
  ),
  ...inFile("src/policy/viewer.ts", POLICY, [
    [
      "visitors count as signed in",
      `viewer.kind === "visitor" ? fail("unauthenticated"`,
      `(false as boolean) ? fail("unauthenticated"`,
    ],
    [
      "an account without a person acts as a person",
      "signedIn.value.userId === null ? fail(",
      "signedIn.value.userId === undefined ? fail(",
    ],
    [
      "members do not count as members",
      `return viewer.kind === "member" || viewer.kind === "admin";`,
      `return viewer.kind === "admin";`,
    ],
    [
      "anybody signed in counts as a member",
      `return viewer.kind === "member" || viewer.kind === "admin";`,
      `return viewer.kind !== "visitor";`,
    ],
    [
      "Members come before Admins",
      `if (groups.includes(ADMINS)) return "admin";`,
      `if (groups.includes(ADMINS) && groups.length === 1) return "admin";`,
    ],
    [
      "the second factor is never demanded",
      "rules.organizerSecondFactor && session",
      "!rules.organizerSecondFactor && session",
    ],
    [
      "a password counts as a second factor",
      `proof === "passkey" || proof === "totp"`,
      `proof === "passkey" || proof === "password" || proof === "totp"`,
    ],
    ["an organizer's session lasts thirty days", "opensConsole ? 12 : 30 * 24", "opensConsole ? 30 * 24 : 30 * 24"],
  ]),
  ...inFile("src/policy/roles.ts", POLICY, [
    ["every account passes for an organizer", `if (viewer.kind === "admin") return true;`, "if (true) return true;"],
    [
      "a role may do what is not in its row",
      "return viewer.roles.some((role) => ACTION_ROLES[action].includes(role));",
      "return viewer.roles.length > 0;",
    ],
    [
      "an organizer without a second factor enters the console",
      `"visitor" || viewer.isLockedOrganizer) return false;`,
      `"visitor") return false;`,
    ],
  ]),
  ...inFile("src/policy/events.ts", POLICY, [
    ["held events are shown to everybody", "return !event.held && (event.generalPublic", "return (event.generalPublic"],
    [
      "close friends' events are shown to everybody",
      "(event.generalPublic || isMember(viewer));",
      "(event.generalPublic || true);",
    ],
    [
      "the place of a members' event is shown to everybody",
      "return !event.membersOnlyLocation || isMember(viewer) || canManageEvent(viewer, event);",
      "return true;",
    ],
    [
      "an account without a person manages events without a host",
      `viewer.kind !== "visitor" && !viewer.isBlocked && viewer.userId !== null && viewer.userId === event.hostUserId`,
      `viewer.kind !== "visitor" && !viewer.isBlocked && viewer.userId === event.hostUserId`,
    ],
    [
      "everybody manages every event",
      `viewer.kind !== "visitor" && !viewer.isBlocked && viewer.userId !== null && viewer.userId === event.hostUserId`,
      `viewer.kind !== "visitor" && !viewer.isBlocked && viewer.userId !== null`,
    ],
    [
      "members publish without an organizer",
      `return mayDo(viewer, "manage_events") || hasHostId;`,
      `return isMember(viewer) || hasHostId;`,
    ],
    [
      "the changes of any host are published at once",
      `return event.held || isMember(viewer) || mayDo(viewer, "manage_events") || hasHostId;`,
      "return true;",
    ],
    [
      "a new place is published at once",
      `["spaces", "guestsPerPerson", "chat"]`,
      `["spaces", "guestsPerPerson", "location", "chat"]`,
    ],
    [
      "photos of close friends' events are shown to everybody",
      "(event.generalPublic && !event.membersOnlyLocation) ||",
      "(true as boolean) ||",
    ],
    [
      "everybody changes the photos of an event",
      "const may = hasHostId || canManageEvent(viewer, event);",
      "const may = true as boolean;",
    ],
  ]),
  ...inFile(
    "src/features/events/view.ts",
    ["tests/api/events.test.ts"],
    [
      [
        "the address of a members' chat is shown to everybody",
        "groupMeChatUrl: canSeeLocation(viewer, row) ? row.groupMeChatUrl : NONE",
        "groupMeChatUrl: row.groupMeChatUrl || NONE",
      ],
    ],
  ),
  ...inFile("src/policy/chats.ts", POLICY, [
    [
      "visitors read chats",
      `if (viewer.kind === "visitor") return "sign_in";`,
      `if (viewer.kind === "visitor") return "allowed";`,
    ],
    [
      "an incomplete profile reads chats",
      `if (viewer.phone === "" || viewer.sex === "") return "profile";`,
      `if (viewer.phone === "") return "profile";`,
    ],
    [
      "everybody with a profile reads chats",
      `viewer.sex === free ? "allowed" : "subscribe"`,
      `viewer.sex === free ? "allowed" : "allowed"`,
    ],
  ]),
];
