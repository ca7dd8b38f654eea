// `npm run test:bare`: the README's two commands on bare machines, made from Debian's packages. `--short` is what
// `npm test` runs of it: Debian's own Node, as an ordinary user, to the first page. `--only TEXT` names some of them.
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canInstall } from "./lib/apt.mjs";
import { inRoot, makeRoot, runInRoot } from "./lib/bare-root.mjs";
import { ensureProgram } from "./lib/program.mjs";
import { checkNode, endWith, PlainError, say, tail } from "./lib/steps.mjs";

/** Kept between runs: making it takes minutes. */
const PLACE = join(tmpdir(), "sandbar-bare");

const HOME = "/home/ana/Sändbar am Meer";
const MACHINES = [
  { name: "Debian 12, its Node 18 and npm 9, an ordinary user", user: "ana", folder: HOME, isShort: true },
  { name: "Debian 12, its Node 18 and npm 9, root", user: "root", folder: "/root/sandbar" },
  { name: "Debian 12, Node 20.19, an ordinary user", node: "20.19.6", npm: "10.8.2", user: "ana", folder: HOME },
  { name: "Debian 12, Node 22, an ordinary user", node: "22.23.3", npm: "10.9.9", user: "ana", folder: HOME },
  { name: "Debian 12, Node 24, root", node: "24.21.0", npm: "11.21.2", user: "root", folder: "/opt/Sändbar am Meer" },
];

/** What needs no browser. */
const CHECKS = ["npm run check", "npm test -- --only api"];

const FIRST_START_MS = 15 * 60_000;

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Starts the site as the README says, asks its first page, and stops it by a signal to npm; the seconds to the page. */
async function startOnce(machine, { root, env }) {
  const port = await freePort();
  const started = Date.now();
  const { user, folder } = machine;
  const child = inRoot(root, { user, folder, env: { ...env, PORT: String(port) }, command: ["npm", "start"] });
  let output = "";
  const ended = new Promise((done) => child.on("close", done));
  const ready = new Promise((done) => {
    const hear = (chunk) => {
      output += chunk;
      if (output.includes("Sandbar is ready")) done(true);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", hear);
    setTimeout(done, FIRST_START_MS, false).unref();
  });
  const isReady = await Promise.race([ready, ended.then(() => false)]);
  const page =
    isReady &&
    (await fetch(`http://127.0.0.1:${port}/`)
      .then((answer) => answer.text())
      .catch(String));
  const seconds = (Date.now() - started) / 1000;
  child.kill("SIGTERM");
  await ended;
  if (!isReady || !page.includes("</html>")) throw new PlainError(`npm start brought no page:\n${tail(output, 40)}`);
  const isGone = await fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => false,
    () => true,
  );
  if (!isGone) throw new PlainError("npm was told to stop, and the site still answers.");
  return seconds;
}

async function checkOnce({ user, folder }, { root, env }) {
  const started = Date.now();
  const results = [];
  for (const command of CHECKS) {
    const { code, output } = await runInRoot(root, { user, folder, env, command: command.split(" ") });
    if (code !== 0) throw new PlainError(`${command} failed:\n${tail(output, 60)}`);
    results.push(output.trimEnd().split("\n").at(-1));
  }
  return { seconds: (Date.now() - started) / 1000, result: results.join("; ") };
}

async function tryMachine(machine, isShort) {
  const made = await makeRoot(PLACE, machine);
  try {
    return await useMachine(machine, made, isShort);
  } finally {
    rmSync(made.root, { recursive: true, force: true });
  }
}

async function useMachine(machine, made, isShort) {
  const first = await startOnce(machine, made);
  say(`  first page after ${first.toFixed(0)} s`);
  if (isShort) return { first };
  const again = await startOnce(machine, made);
  say(`  started again: ${again.toFixed(1)} s`);
  const { seconds, result } = await checkOnce(machine, made);
  say(`  ${CHECKS.join(", ")}: ${seconds.toFixed(0)} s, ${result}`);
  return { first, again, check: seconds, result };
}

function sayTable(rows) {
  say("\n| machine | first page | started again | unit and API tests |\n|---|---|---|---|");
  for (const { name, first, again, check, result } of rows)
    say(`| ${name} | ${first.toFixed(0)} s | ${again.toFixed(1)} s | ${check.toFixed(0)} s, ${result} |`);
}

async function main() {
  checkNode();
  const args = process.argv.slice(2);
  const isShort = args.includes("--short");
  const only = args.includes("--only") ? args[args.indexOf("--only") + 1] : "";
  if (!canInstall()) throw new PlainError("Bare machines are made by root on Debian: sudo npm run test:bare");
  await ensureProgram({
    what: "debootstrap",
    purpose: "debootstrap for the bare machines",
    setting: "DEBOOTSTRAP_PATH",
    names: ["debootstrap"],
    folders: ["/usr/sbin"],
    packages: ["debootstrap"],
    missing: "The bare machines need debootstrap: sudo apt-get install debootstrap",
  });
  const machines = MACHINES.filter((each) => (isShort ? each.isShort : each.name.includes(only)));
  if (machines.length === 0) throw new PlainError(`There is no machine called ${only}.`);
  const rows = [];
  let failed = 0;
  for (const machine of machines) {
    try {
      rows.push({ name: machine.name, ...(await tryMachine(machine, isShort)) });
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      failed += 1;
      say(`✗ ${machine.name}: ${error.message}`);
    }
  }
  if (!isShort) {
    sayTable(rows);
    say("\nLeft out, as there is no browser on these machines: the tests of emulators, runtime and e2e.");
  }
  say(`\n${rows.length} passed, ${failed} failed`);
  if (failed > 0) process.exit(1);
}

main().catch(endWith);
