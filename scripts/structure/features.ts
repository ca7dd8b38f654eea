import { layerOf } from "./directions.ts";
import { type Fault, isTest, type Rule } from "./rule.ts";

/**
 * Earlier rooms know nothing of later ones. Sign-in comes first, then the frame of every page (`site`) and the console's
 * shell, which the organizers' panels of later rooms stand in. A sub-room has a place of its own where it needs more than
 * its feature does: `console/tabs` puts the panels together. A feature's `routes/` are outside this order: nobody imports
 * a page, so a page may show what any feature has (the landing shows events).
 */
const ROOM_ORDER: readonly string[] = [
  "identity",
  "factors",
  "sign-in",
  "security",
  "site",
  "console",
  "profile",
  "notifications",
  "membership",
  "payments",
  "map",
  "events",
  "join",
  "inbox",
  "mail-log",
  "unsubscribe",
  "support",
  "holiday-signup",
  "chat-pictures",
  "chats",
  "reports",
  "privacy",
  "dashboard",
  "blocks",
  "notes",
  "people",
  "people-list",
  "requests",
  "settings",
  "setup",
  "history",
  "roles",
  "announcements",
  "insights",
  "automation",
  "person",
  "marketing",
  "console/tabs",
];

/** Parts of a feature that are features in small, with the same vocabulary. */
const SUBFEATURES: Readonly<Record<string, readonly string[]>> = {
  console: ["tabs"],
  membership: ["books"],
  events: [
    "calendar",
    "chat-calendar",
    "form",
    "create",
    "edit",
    "hosting",
    "changes",
    "news",
    "review",
    "rsvps",
    "door",
    "co-hosts",
    "court-plan",
    "ladder",
    "draw",
    "court-sync",
    "court-follow",
    "courts",
    "polls",
    "uploads",
    "photos",
    "takedowns",
    "waiting-list",
    "visitors",
    "sharing",
    "decision",
    "forecast",
    "host-messages",
    "costs",
  ],
};

/** The most lines of a room. Events are the core of the site: there each sub-room is held small instead. */
const MOST_LINES_A_ROOM = 6000;
const MOST_LINES_A_SUBROOM = 2000;
const ROOM_OF_SUBROOMS = "events";

/** Word → the one file it may be; or a folder of that name, when one file became too long. */
const VOCABULARY: Readonly<Record<string, RegExp>> = {
  schema: /^schema\.ts$/,
  messages: /^messages\.ts$/,
  rules: /^rules\.ts$/,
  view: /^view\.ts$/,
  queries: /^queries\.server\.ts$/,
  commands: /^commands\.server\.ts$/,
  rest: /^rest\.server\.ts$/,
  graphql: /^graphql\.server\.ts$/,
  mails: /^mails\.server\.ts$/,
  jobs: /^jobs\.server\.ts$/,
};
const FOLDERS = ["routes", "components", ...Object.keys(VOCABULARY)];
const SERVER_FOLDERS = ["queries", "commands", "rest", "graphql", "mails", "jobs"];

/** Files with a name of their own, each with its reason. `shared`: other features may use it too. */
const OWN_FILES: Readonly<Record<string, { readonly why: string; readonly isShared: boolean }>> = {
  "identity/session.ts": { why: "keeps the id token in the browser", isShared: true },
  "identity/live-stream.ts": { why: "listens in the browser to what the server announces", isShared: true },
  "identity/id-token.ts": { why: "what a page reads of its id token, for display", isShared: true },
  "identity/member-fetch.ts": { why: "calls the API as who is signed in, from the browser", isShared: true },
  "identity/graphql-fetch.ts": { why: "asks GraphQL as who is signed in, from the browser", isShared: true },
  "identity/proof-requests.ts": { why: "holds calls that need a fresh proof until the person gave it", isShared: true },
  "sign-in/auth-calls.ts": { why: "sends the forms of sign-in and of the first run from the browser", isShared: true },
  "site/page-meta.ts": { why: "title and preview of every page", isShared: true },
  "site/use-site-facts.ts": { why: "what the root loader found out, for every page", isShared: true },
  "join/applicant.ts": { why: "view.ts the other way: a submission as the row it becomes", isShared: false },
  "join/draft-storage.ts": { why: "keeps the wizard's draft in the browser", isShared: false },
  "join/post-join.ts": { why: "sends the wizard's answers from the browser", isShared: false },
};

/** What a feature shows to those outside, by who they are. Its rest, graphql and pages are transport only. */
const PUBLIC_WORDS = ["schema", "messages", "rules", "queries", "commands", "components"];
const SHOWN_TO: Readonly<Record<string, readonly string[]>> = {
  features: PUBLIC_WORDS,
  pages: PUBLIC_WORDS,
  seeds: PUBLIC_WORDS,
  server: [...PUBLIC_WORDS, "jobs", "mails"],
  api: ["schema", "rest", "graphql"],
};

type FeatureFile = {
  readonly feature: string;
  /** Its place in the order: the feature, or a sub-room that has one of its own. */
  readonly room: string;
  /** Under the feature's folder, or under its subfeature's. */
  readonly rest: string;
  /** Of the vocabulary, or the folder; null when it is neither. */
  readonly word: string | null;
};

const TEST_ENDING = /\.test(?=\.tsx?$)/;

/** What a file of a feature is; null for any other file. */
export function featureFile(path: string): FeatureFile | null {
  const [, feature, inside] = /^src\/features\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (feature === undefined || inside === undefined) return null;
  const subfeature = SUBFEATURES[feature]?.find((name) => inside.startsWith(`${name}/`));
  const rest = subfeature === undefined ? inside : inside.slice(subfeature.length + 1);
  const subroom = `${feature}/${subfeature}`;
  return { feature, room: ROOM_ORDER.includes(subroom) ? subroom : feature, rest, word: wordOf(rest) };
}

function wordOf(rest: string): string | null {
  const [first = "", ...inner] = rest.split("/");
  if (inner.length > 0) return FOLDERS.includes(first) ? first : null;
  // A test stands beside what it tests: `rules.test.ts`, `queries.test.ts`.
  const isTestFile = TEST_ENDING.test(first);
  const words = Object.entries(VOCABULARY);
  const fits = isTestFile
    ? words.find(([word]) => new RegExp(`^${word}(\\.server)?\\.test\\.tsx?$`).test(first))
    : words.find(([, pattern]) => pattern.test(first));
  return fits?.[0] ?? null;
}

function isOwnFile(feature: string, rest: string): boolean {
  return `${feature}/${rest.replace(TEST_ENDING, "")}` in OWN_FILES;
}

function nameFault(path: string): string | null {
  const file = featureFile(path);
  if (!file) return "lies in src/features/ itself: every file belongs to one feature's folder.";
  const { feature, rest, word } = file;
  if (!ROOM_ORDER.includes(feature))
    return `belongs to a feature that has no place in the order: move it to the room of its noun, or add ${feature} to scripts/structure/features.ts.`;
  if (word === null) {
    if (isOwnFile(feature, rest)) return null;
    return `is not of the vocabulary (${FOLDERS.join(", ")}), by which one finds anything in a feature one does not know.`;
  }
  const needsServer = SERVER_FOLDERS.includes(word) && rest.includes("/") && !isTest(path);
  return needsServer && !/\.server\.tsx?$/.test(rest)
    ? `is in ${word}/ and so never goes to the browser: its name must end in .server.ts.`
    : null;
}

/** A feature's files come from a closed vocabulary. */
export const featureVocabulary: Rule = (tree) =>
  [...tree.files.keys()]
    .filter((path) => path.startsWith("src/features/"))
    .flatMap((file) => {
      const says = nameFault(file);
      return says === null ? [] : [{ file, line: 1, says }];
    });

function orderFault(from: FeatureFile, to: FeatureFile): string | null {
  if (from.word === "routes") return null;
  const [user, used] = [from, to].map(({ room }) => ROOM_ORDER.indexOf(room));
  return (user ?? 0) > (used ?? 0)
    ? null
    : `${from.room} comes before ${to.room} in the order of rooms, so it cannot build on it: what both need belongs in ui/, shared/, audit/ or the earlier room.`;
}

function surfaceFault(from: string, to: string): string | null {
  const used = featureFile(to);
  const layer = layerOf(from);
  if (!used || isTest(from)) return null;
  const user = featureFile(from);
  if (used.word === "routes" && !to.endsWith(".css"))
    return "nobody imports a page: src/shared/site-map.ts names it, and that is all.";
  if (user?.room === used.room) return null;
  if (user?.feature === used.feature) return orderFault(user, used);
  // What one room shows may hold what another shows: a request shows the people that it may be from.
  if (user?.word === "view" && used.word === "view") return orderFault(user, used);
  const shown = SHOWN_TO[layer ?? ""];
  // Anyone else may use no feature at all, which `directions` says.
  if (!shown) return null;
  const isShown =
    used.word === null ? OWN_FILES[`${used.feature}/${used.rest}`]?.isShared === true : shown.includes(used.word);
  if (!isShown)
    return `${layer} may use a feature through its ${shown.join(", ")} only; the rest may change without asking.`;
  return user ? orderFault(user, used) : null;
}

/** Features are ordered, and show others only what is meant for them. */
export const featureUse: Rule = (tree) => {
  const faults: Fault[] = [];
  for (const { path, imports } of tree.modules.values()) {
    for (const { target, line } of imports) {
      const says = target === null ? null : surfaceFault(path, target);
      if (says !== null) faults.push({ file: path, line, says: `imports ${target}: ${says}` });
    }
  }
  return faults;
};

/** A room is small enough that its maintainer knows all of it. */
export const roomSizes: Rule = (tree) => {
  const sizes = new Map<string, number>();
  for (const [path, lines] of tree.files) {
    const [, feature, inside = ""] = /^src\/features\/([^/]+)\/(.+)$/.exec(path) ?? [];
    if (feature === undefined) continue;
    const part =
      feature === ROOM_OF_SUBROOMS ? SUBFEATURES[feature]?.find((name) => inside.startsWith(`${name}/`)) : undefined;
    const room = part === undefined ? feature : `${feature}/${part}`;
    sizes.set(room, (sizes.get(room) ?? 0) + lines);
  }
  return [...sizes].flatMap(([room, lines]) => {
    const most = room.includes("/") ? MOST_LINES_A_SUBROOM : MOST_LINES_A_ROOM;
    const says = `has ${lines} lines, and ${most} are the most: move one noun with all that is about it to a room of its own, and give that a place in scripts/structure/features.ts.`;
    return lines > most ? [{ file: `src/features/${room}`, line: 1, says }] : [];
  });
};
