// `npm run test:install`: deploy/install.sh on an empty Debian 12 with systemd, with a certificate of Caddy's own, then an
// upgrade, the way back, a backup and a reboot, while somebody reads the site. As root on Debian.
import { readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { canInstall } from "./lib/apt.mjs";
import { bootMachine } from "./lib/booted-root.mjs";
import { ensureProgram } from "./lib/program.mjs";
import { checkNode, endWith, PlainError, say, step } from "./lib/steps.mjs";

const PLACE = join(tmpdir(), "sandbar-bare");
const NAME = "sandbar.test";
/** Of Caddy and the site: the machine shares the network of this one. */
const PORTS = [80, 443, 2019, 3000, 3001];
const ROOT_CERTIFICATE = "var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";
const READY_MS = 120_000;
/** What people do all the time, and what they may be answered: the network of all of them is soon one that asks too often. */
const ASKED = [
  { path: "/events", method: "GET", expected: [200] },
  { path: "/api/join", method: "POST", expected: [422, 429] },
];
const agent = new Agent({ keepAlive: true });

const TOOLS = [
  { what: "debootstrap", names: ["debootstrap"], folders: ["/usr/sbin"], packages: ["debootstrap"] },
  { what: "systemd-nspawn", names: ["systemd-nspawn"], folders: ["/usr/bin"], packages: ["systemd-container"] },
];

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

/** Asks the site at its https address, and checks its certificate; the status. A form with nothing in it is refused. */
function ask(path, ca, method = "GET") {
  return new Promise((resolve, reject) => {
    const headers = { host: NAME, ...(method === "POST" && { "content-type": "application/json" }) };
    const options = { host: "127.0.0.1", servername: NAME, method, path, ca, headers, agent, timeout: 30_000 };
    const asked = request(options, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    });
    asked.on("timeout", () => asked.destroy(new Error("no answer in 30 s")));
    asked.on("error", reject);
    asked.end(method === "POST" ? "{}" : undefined);
  });
}

async function untilAnswered(ca) {
  const end = Date.now() + READY_MS;
  while ((await ask("/readyz", ca).catch(() => 0)) !== 200) {
    if (Date.now() > end) throw new PlainError(`https://${NAME}/readyz does not answer.`);
    await delay(200);
  }
}

/** Reads and sends while `work` runs; how many answers there were. Throws when one was none. */
async function whileAsked(ca, work) {
  const asking = new AbortController();
  let answers = 0;
  const faults = new Set();
  const asker = async () => {
    while (!asking.signal.aborted) {
      for (const { path, method, expected } of ASKED) {
        const status = await ask(path, ca, method).catch((error) => error.message);
        if (expected.includes(status)) answers += 1;
        else faults.add(`${method} ${path}: ${status}`);
      }
    }
  };
  const people = [asker(), asker(), asker()];
  try {
    await work();
  } finally {
    asking.abort();
    await Promise.all(people);
  }
  if (faults.size > 0) throw new PlainError(`People got: ${[...faults].join(", ")}`);
  return answers;
}

async function tryMachine(machine) {
  await step("Booting it", () => machine.untilBooted());
  const install = ["sh", "/root/sandbar/deploy/install.sh", NAME, "ana@example.org"];
  await step(`One command: ${install.slice(1).join(" ")}`, () => machine.must(install, { TLS: "internal" }));
  const ca = readFileSync(join(machine.root, ROOT_CERTIFICATE));
  await step("The first page over https", () => untilAnswered(ca));
  await step("A backup by its unit", () => machine.must(["systemctl", "start", "sandbar-backup.service"]));
  for (const command of [["restart"], ["upgrade", "/root/sandbar"], ["rollback"]]) {
    const words = `sandbar ${command.join(" ")}, while three people read and send`;
    const answers = await step(words, () => whileAsked(ca, () => machine.must(["sandbar", ...command])));
    say(`  ${answers} answers, no error`);
  }
  await step("The same command again", () => machine.must(install, { TLS: "internal" }));
  await step("The site after a reboot", async () => {
    await machine.reboot();
    await machine.untilBooted();
    await untilAnswered(ca);
  });
}

async function main() {
  checkNode();
  if (!canInstall()) throw new PlainError("Machines are made by root on Debian: sudo npm run test:install");
  for (const { what, ...program } of TOOLS) {
    const setting = `${what.replace("-", "_").toUpperCase()}_PATH`;
    const missing = `The trial needs ${what}: sudo apt-get install ${program.packages[0]}`;
    await ensureProgram({ ...program, what, purpose: `${what} for the trial`, setting, missing });
  }
  const taken = [];
  for (const port of PORTS) if (!(await isFree(port))) taken.push(port);
  if (taken.length > 0) throw new PlainError(`The trial needs the ports ${taken.join(", ")}, which are in use.`);
  const machine = await step("Making an empty Debian 12", () => bootMachine(PLACE, NAME));
  try {
    await tryMachine(machine);
  } finally {
    await machine.powerOff();
    rmSync(machine.root, { recursive: true, force: true });
  }
}

main().catch(endWith);
