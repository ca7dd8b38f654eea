import { type Fault, isTest, type Rule } from "./rule.ts";

// Who may use whom. What stands lower knows nothing of what stands higher, so it can be read, tested and changed alone.

type Layer =
  | "tests"
  | "scripts"
  | "seeds"
  | "illustrations"
  | "pages"
  | "server"
  | "api"
  | "features"
  | "mail"
  | "audit"
  | "jobs"
  | "http"
  | "context"
  | "adapter"
  | "port"
  | "policy"
  | "db"
  | "ui"
  | "nonce"
  | "config"
  | "shared";

/** The files and folders whose name is not their layer's. The first pattern that fits says where a file stands. */
const PLACES: readonly (readonly [RegExp, Layer])[] = [
  [/^src\/(?:root\.tsx|entry\.(?:client|server)\.tsx|routes\.ts)$/, "pages"],
  [/^src\/nonce\.ts$/, "nonce"],
  [/^src\/config(?:\.server\.ts$|\/)/, "config"],
  [/^src\/ports\/[^/]+\/port\.ts$/, "port"],
  [/^src\/ports\/[^/]+\/[^/]+\/./, "adapter"],
];
const TOP_FOLDERS = ["tests", "scripts", "seeds", "illustrations"] as const;
const SOURCE_FOLDERS = [
  "server",
  "api",
  "features",
  "mail",
  "audit",
  "jobs",
  "http",
  "context",
  "policy",
  "db",
  "ui",
  "shared",
] as const;

const CORE: readonly Layer[] = ["context", "port", "policy", "db", "shared"];

/** Besides itself, what each may import. Features among themselves: `features.ts`. */
const MAY_USE: Readonly<Record<Layer, readonly Layer[] | "anything">> = {
  tests: "anything",
  scripts: "anything",
  // Draws pictures; the product has only what comes of it.
  illustrations: [],
  // The demo town goes through the same doors as people do.
  seeds: ["features", "http", ...CORE],
  // The top of the page side: everything that is rendered hangs from here.
  pages: ["features", "context", "ui", "nonce", "shared"],
  server: ["api", "features", "mail", "jobs", "http", "config", ...CORE],
  api: ["features", "http", ...CORE],
  features: ["mail", "audit", "jobs", "http", "ui", "nonce", ...CORE],
  mail: CORE,
  // Below all features: whichever lets an organizer change something writes it down.
  audit: CORE,
  jobs: CORE,
  http: CORE,
  context: ["port", "policy", "shared"],
  adapter: ["port", "db", "shared"],
  port: ["shared"],
  db: ["shared"],
  config: ["shared"],
  // Pure, so that who may do what can be read in one sitting.
  policy: ["shared"],
  // Our few components know no feature.
  ui: ["shared"],
  nonce: [],
  shared: [],
};

/** The context names what the app is made of, a port the transaction it takes part in; the server makes them. */
const MAY_NAME_THE_TYPES_OF: Partial<Record<Layer, readonly Layer[]>> = { context: ["config", "db"], port: ["db"] };

/** Some things have one door. */
const DOORS: Partial<Record<Layer, { readonly from: readonly string[]; readonly why: string }>> = {
  adapter: { from: ["src/server/compose.server.ts"], why: "the rest of the product must not know which one is used" },
  seeds: {
    from: ["src/server/main.ts", "src/server/admin.ts"],
    why: "the product must be whole without its demo town",
  },
};

/** Where a file stands; null when it has no place. */
export function layerOf(path: string): Layer | null {
  const place = PLACES.find(([pattern]) => pattern.test(path));
  if (place) return place[1];
  const [top, folder, file] = path.split("/");
  if (top === "src" && file !== undefined) return SOURCE_FOLDERS.find((name) => name === folder) ?? null;
  return TOP_FOLDERS.find((name) => name === top) ?? null;
}

/** An adapter is its own folder; every other layer is one whole. */
function isSameUnit(from: string, to: string, layer: Layer): boolean {
  return layer === "adapter" ? from.split("/", 4).join() === to.split("/", 4).join() : true;
}

function faultOf(from: string, to: string, isType: boolean): string | null {
  const [low, high] = [layerOf(to), layerOf(from)];
  if (low === null || high === null || isTest(from)) return null;
  if (isTest(to)) return `imports ${to}: only tests may use tests, nothing that is delivered depends on them.`;
  if (low === high && isSameUnit(from, to, low)) return null;
  const door = from.startsWith("src/") ? DOORS[low] : undefined;
  if (door)
    return door.from.includes(from) ? null : `imports ${to}: only ${door.from.join(" and ")} may, because ${door.why}.`;
  const allowed = MAY_USE[high];
  if (allowed === "anything" || allowed.includes(low)) return null;
  if (MAY_NAME_THE_TYPES_OF[high]?.includes(low)) {
    return isType ? null : `imports ${to}: ${high} may name the types of ${low} (\`import type\`), not use it.`;
  }
  const lowers = allowed.length === 0 ? "nothing of ours" : allowed.join(", ");
  return `imports ${to}: ${high} may use ${lowers}, not ${low}, so that what is lower can be understood alone.`;
}

/** Imports go down: server → api → features → mail, jobs, http → context → ports, policy, db → shared. */
export const directions: Rule = (tree) => {
  const faults: Fault[] = [];
  for (const { path, imports } of tree.modules.values()) {
    for (const { target, kind, line } of imports) {
      const says = target === null ? null : faultOf(path, target, kind === "type");
      if (says !== null) faults.push({ file: path, line, says });
    }
  }
  return faults;
};

/** Every file stands somewhere; else no rule would see it. */
export const everyFileHasAPlace: Rule = (tree) =>
  [...tree.files.keys()]
    .filter((path) => layerOf(path) === null)
    .map((file) => ({
      file,
      line: 1,
      says: "stands nowhere in the house: move it, or give its folder a layer in scripts/structure/directions.ts.",
    }));

/** An import that leads nowhere would be one that no rule sees. */
export const importsLeadSomewhere: Rule = (tree) =>
  [...tree.modules.values()].flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => target !== null && layerOf(target) !== null && !tree.files.has(target))
      .map(({ specifier, line }) => ({
        file: path,
        line,
        says: `imports ${specifier}, which is not there: write the whole name of the file, with its ending.`,
      })),
  );
