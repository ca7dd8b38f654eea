// `npm run test:container`: the image of deploy/Containerfile, built and run by podman as root on Debian: the first page,
// the account inside, an end in order, and what was kept at a second start. Its base is made from Debian's packages, so
// that nothing is asked of a registry of images; `-- --base=NAME` takes that image instead.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { canInstall } from "./lib/apt.mjs";
import { copyBase, makeBase, npmEnvironment, runInRoot } from "./lib/bare-root.mjs";
import { ensureProgram } from "./lib/program.mjs";
import { checkNode, endWith, PlainError, ROOT, run, say, step, tail } from "./lib/steps.mjs";

/** That of the bare machines, whose system with Debian's Node is the base of the image too. */
const PLACE = join(tmpdir(), "sandbar-bare");
/** Images of their own, which are gone afterwards. */
const STORE = join(PLACE, "containers");
const BASE = "localhost/sandbar-base";
const IMAGE = "localhost/sandbar";
const READY_MS = 120_000;

const TOOLS = [
  { what: "debootstrap", names: ["debootstrap"], folders: ["/usr/sbin"], packages: ["debootstrap"] },
  { what: "podman", names: ["podman"], folders: ["/usr/bin"], packages: ["podman"] },
  { what: "runc", names: ["runc"], folders: ["/usr/sbin", "/usr/bin"], packages: ["runc"] },
];

// Without limits of its own: podman's are above what root may set in many a container.
const SETTINGS = join(STORE, "containers.conf");

const podman = (...args) =>
  run("podman", ["--root", join(STORE, "images"), "--runroot", join(STORE, "run"), "--runtime", "runc", ...args], {
    env: { CONTAINERS_CONF: SETTINGS },
  });

async function must(...args) {
  const { code, output } = await podman(...args);
  if (code !== 0) throw new PlainError(`podman ${args[0]} failed:\n${tail(output, 40)}`);
  return output.trim();
}

/** Makes the base of the image: Debian 12 with its own Node, and what npm has to be told to reach the registry. */
async function importBase() {
  const root = await copyBase(PLACE, await makeBase(PLACE, "with-node", ["nodejs", "npm"]));
  const packed = join(STORE, "base.tar");
  try {
    // The user of the bare machines has the id that the image gives its own.
    await runInRoot(root, { command: ["userdel", "--remove", "ana"] });
    const settings = Object.entries(await npmEnvironment(root)).flatMap(([name, value]) => [
      "-c",
      `ENV ${name}=${value}`,
    ]);
    const { code, output } = await run("tar", [
      "-C",
      root,
      "--exclude=./proc/*",
      "--exclude=./sys/*",
      "-cf",
      packed,
      ".",
    ]);
    if (code !== 0) throw new PlainError(`The base could not be packed:\n${tail(output)}`);
    await must("import", ...settings, packed, BASE);
  } finally {
    rmSync(root, { recursive: true, force: true });
    rmSync(packed, { force: true });
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Waits until the site in the container is ready, asks its first page and looks around inside; what it is asked and finds. */
async function lookAround(ask) {
  const started = Date.now();
  const isReady = () =>
    ask("/readyz").then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    const isRunning = await must("inspect", "-f", "{{.State.Running}}", "sandbar");
    if (isRunning !== "true" || Date.now() - started > READY_MS) throw new PlainError("It does not get ready.");
    await delay(200);
  }
  const seconds = (Date.now() - started) / 1000;
  if (!(await (await ask("/")).text()).includes("</html>")) throw new PlainError("It answered no page.");
  if ((await must("exec", "sandbar", "id", "-u")) === "0") throw new PlainError("It runs as root.");
  if ((await podman("exec", "sandbar", "touch", "/app/package.json")).code === 0)
    throw new PlainError("It may write its own code.");
  await must("healthcheck", "run", "sandbar");
  // PostgreSQL gives each database cluster a number of its own.
  const database = await must("exec", "sandbar", "od", "-An", "-tx8", "-N8", "/data/postgres/global/pg_control");
  return { seconds, database };
}

/** Runs the image until it was looked at, and ends it in order. */
async function useImage() {
  const port = await freePort();
  // The one network that needs nothing of this machine; only this machine reaches the site.
  const network = ["--network", "host", "-e", "HOST=127.0.0.1", "-e", `PORT=${port}`];
  const options = ["-d", "--name", "sandbar", "-v", "sandbar:/data", "--stop-timeout", "90"];
  try {
    await must("run", ...options, ...network, IMAGE);
    const found = await lookAround((path) => fetch(`http://127.0.0.1:${port}${path}`));
    await must("stop", "sandbar");
    const code = await must("inspect", "-f", "{{.State.ExitCode}}", "sandbar");
    if (code !== "0") throw new PlainError(`It ended with code ${code}.`);
    return found;
  } catch (error) {
    const { output } = await podman("logs", "sandbar");
    throw error instanceof PlainError ? new PlainError(`${error.message}\n${tail(output, 40)}`) : error;
  } finally {
    await podman("rm", "-f", "sandbar");
  }
}

async function main() {
  checkNode();
  const { values } = parseArgs({ options: { base: { type: "string" } } });
  if (!canInstall()) throw new PlainError("The image is built by root on Debian: sudo npm run test:container");
  for (const tool of TOOLS) {
    const [purpose, setting] = [`${tool.what} for the image`, `${tool.what.toUpperCase()}_PATH`];
    const missing = `The trial of the image needs ${tool.what}: sudo apt-get install ${tool.packages[0]}`;
    await ensureProgram({ ...tool, purpose, setting, missing });
  }
  mkdirSync(STORE, { recursive: true });
  writeFileSync(SETTINGS, "[containers]\ndefault_ulimits = []\n");
  try {
    if (!values.base) await step("Making the base", importBase);
    const file = ["--format", "docker", "-f", join(ROOT, "deploy/Containerfile")];
    await step("Building the image", () =>
      must("build", "--layers=false", ...file, "--build-arg", `BASE=${values.base ?? BASE}`, "-t", IMAGE, ROOT),
    );
    const first = await useImage();
    say(`First start: ready after ${first.seconds.toFixed(1)} s`);
    const again = await useImage();
    say(`Started again: ready after ${again.seconds.toFixed(1)} s`);
    if (again.database !== first.database) throw new PlainError("The second start had another database.");
  } finally {
    await podman("rmi", "--all", "--force");
    rmSync(STORE, { recursive: true, force: true });
  }
}

main().catch(endWith);
