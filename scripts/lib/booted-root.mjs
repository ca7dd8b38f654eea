// A Debian 12 that runs its own systemd, in systemd-nspawn, with the network of this machine.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { copyBase, copyClone, makeBase, npmEnvironment } from "./bare-root.mjs";
import { PlainError, run, tail } from "./steps.mjs";

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const BOOT_MS = 120_000;
/** What a rented server comes with besides Debian's smallest system. */
const SYSTEM = ["systemd", "systemd-sysv", "dbus"];

/** nspawn keeps its mount points in a tmpfs, which a machine without systemd does not have there. */
async function prepareNspawn() {
  mkdirSync("/run/systemd", { recursive: true });
  const { code } = await run("mountpoint", ["-q", "/run/systemd"]);
  const isTmpfs = code === 0 || existsSync("/run/systemd/system");
  if (!isTmpfs) await run("mount", ["-t", "tmpfs", "tmpfs", "/run/systemd"]);
}

/** The first process of the machine, by that of nspawn. */
function initOf(nspawn) {
  try {
    return Number(readFileSync(`/proc/${nspawn}/task/${nspawn}/children`, "utf8").trim().split(" ")[0]);
  } catch {
    return 0;
  }
}

/** Makes such a machine with a copy of the project in /root/sandbar, and boots it. `name` leads there to itself. */
export async function bootMachine(place, name) {
  await prepareNspawn();
  const root = await copyBase(place, await makeBase(place, "booted", SYSTEM));
  writeFileSync(join(root, "etc/hosts"), `127.0.0.1 localhost ${name}\n`);
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
  const env = { PATH, HOME: "/root", LANG: "C.UTF-8", ...(await npmEnvironment(root)) };
  copyClone(join(root, "root/sandbar"));
  const args = ["--quiet", "--register=no", "--keep-unit", "--kill-signal=SIGRTMIN+3", "-D", root, "--boot"];
  const boot = () => {
    const nspawn = spawn("systemd-nspawn", args, { stdio: ["ignore", "pipe", "pipe"] });
    const machine = { nspawn, said: "", ended: new Promise((done) => nspawn.on("close", done)) };
    for (const stream of [nspawn.stdout, nspawn.stderr]) stream.on("data", (chunk) => (machine.said += chunk));
    return machine;
  };
  let machine = boot();
  /** Runs a command in it to its end. */
  const inside = (command, more = {}) =>
    run(
      "nsenter",
      ["-t", String(initOf(machine.nspawn.pid)), "-a", "env", "-i", ...pairs({ ...env, ...more }), ...command],
      {
        cwd: "/",
      },
    );
  return {
    root,
    inside,
    async must(command, more) {
      const { code, output } = await inside(command, more);
      if (code !== 0) throw new PlainError(`${command.join(" ")} failed:\n${tail(output, 40)}`);
      return output;
    },
    async untilBooted() {
      const end = Date.now() + BOOT_MS;
      while (!/^(?:running|degraded)/m.test((await inside(["systemctl", "is-system-running"])).output)) {
        if (Date.now() > end || machine.nspawn.exitCode !== null)
          throw new PlainError(`The machine does not boot:\n${tail(machine.said)}`);
        await delay(500);
      }
    },
    /** As the machine itself does it for its updates; nspawn ends, and starts it again. */
    async reboot() {
      await inside(["systemctl", "reboot"]);
      await machine.ended;
      machine = boot();
    },
    async powerOff() {
      machine.nspawn.kill("SIGTERM");
      await machine.ended;
    },
  };
}

const pairs = (env) => Object.entries(env).map(([name, value]) => `${name}=${value}`);
