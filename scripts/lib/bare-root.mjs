// Root file systems with nothing but Debian's smallest system, a Node and an npm, and how something is run in one.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { npmSettings } from "./npm.mjs";
import { PlainError, ROOT, run, step, tail } from "./steps.mjs";

const RELEASE = "bookworm";
/** What a clone does not have. */
const NOT_CLONED = new Set([
  "node_modules",
  "build",
  "data",
  ".git",
  ".react-router",
  ".next",
  "coverage",
  "test-results",
]);
const PATH = "/opt/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

// A root of its own by pivot_root: in a chroot Linux makes no user namespaces, which the database of root needs.
const ENTER = `
  set -e
  mount --bind "$1" "$1"; cd "$1"; shift
  mount -t proc proc proc; mount --rbind /dev dev; mount --rbind /sys sys
  pivot_root . .outside; cd /; umount -l /.outside
  user=$1; folder=$2; shift 2
  cd "$folder"
  exec setpriv --reuid "$user" --regid "$user" --init-groups -- "$@"`;

async function must(what, program, args, options) {
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new PlainError(`${what} failed:\n${tail(output)}`);
  return output;
}

/** Debian's archive and what of it this machine's apt reads: its lines for the release. */
async function aptSources() {
  const format = ["--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages"];
  const lines = new Set(
    (await must("apt-get indextargets", "apt-get", ["indextargets", ...format])).trim().split("\n"),
  );
  const sources = [...lines].filter((line) => line.split(" ")[1]?.startsWith(RELEASE));
  const main = sources.find((line) => line.split(" ")[1] === RELEASE);
  if (!main) throw new PlainError(`The bare machines are Debian's ${RELEASE}, which this machine's apt does not read.`);
  return { mirror: main.split(" ")[0], lines: sources.map((line) => `deb ${line}`) };
}

/** A copy of the project as a clone has it. */
export const copyClone = (target) =>
  cpSync(ROOT, target, { recursive: true, filter: (path) => !NOT_CLONED.has(basename(path)) });

/** What npm on a bare machine needs to reach the registry that this one uses; its certificates are copied there. */
export async function npmEnvironment(root) {
  const [registry, cafile = process.env.NODE_EXTRA_CA_CERTS] = await npmSettings("registry", "cafile");
  const env = { npm_config_registry: registry };
  if (!cafile) return env;
  cpSync(cafile, join(root, "etc/ssl/outside.pem"), { dereference: true });
  return { ...env, npm_config_cafile: "/etc/ssl/outside.pem", NODE_EXTRA_CA_CERTS: "/etc/ssl/outside.pem" };
}

export function inRoot(root, { user = "root", folder = "/", env = {}, command }) {
  const home = user === "root" ? "/root" : `/home/${user}`;
  // As a login sets it; the mailbox too, which was once taken for a setting.
  const login = {
    PATH,
    HOME: home,
    USER: user,
    LOGNAME: user,
    MAIL: `/var/mail/${user}`,
    SHELL: "/bin/sh",
    TERM: "dumb",
  };
  return spawn("unshare", ["--mount", "sh", "-c", ENTER, "enter", root, user, folder, ...command], {
    env: { ...login, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs a command in a root to its end. */
export async function runInRoot(root, options) {
  const child = inRoot(root, options);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise((done) => child.on("close", done));
  return { code, output };
}

async function mustInRoot(what, root, command, env) {
  const { code, output } = await runInRoot(root, { command, env });
  if (code !== 0) throw new PlainError(`${what} failed:\n${tail(output)}`);
}

const APT = { DEBIAN_FRONTEND: "noninteractive" };

/** A minimal Debian 12 with these packages, made once and kept in the folder. */
export async function makeBase(folder, name, packages) {
  const base = join(folder, name);
  if (existsSync(base)) return base;
  const { mirror, lines } = await aptSources();
  const unfinished = `${base}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await must("debootstrap", "debootstrap", ["--variant=minbase", RELEASE, unfinished, mirror]);
  writeFileSync(join(unfinished, "etc/apt/sources.list"), `${lines.join("\n")}\n`);
  for (const file of ["/etc/resolv.conf", "/etc/hosts"]) cpSync(file, join(unfinished, file), { dereference: true });
  mkdirSync(join(unfinished, ".outside"));
  await mustInRoot("apt-get update", unfinished, ["apt-get", "update"], APT);
  const install = ["apt-get", "install", "-y", "--no-install-recommends", "ca-certificates", ...packages];
  await mustInRoot("apt-get install", unfinished, install, APT);
  await mustInRoot("useradd", unfinished, ["useradd", "--create-home", "--shell", "/bin/sh", "ana"]);
  await mustInRoot("chmod", unfinished, ["chmod", "700", "/home/ana"]);
  renameSync(unfinished, base);
  return base;
}

/** Puts a Node and an npm of the registry at /opt/node. */
async function addNode(root, folder, { node, npm }) {
  const unpack = async (spec, target) => {
    const packed = await must(`npm pack ${spec}`, "npm", ["pack", "--silent", "--pack-destination", folder, spec], {
      cwd: folder,
    });
    mkdirSync(target, { recursive: true });
    await must("tar", "tar", [
      "-xzf",
      join(folder, basename(packed.trim().split("\n").at(-1))),
      "-C",
      target,
      "--strip-components=1",
    ]);
  };
  await unpack(`node-linux-${process.arch}@${node}`, join(root, "opt/node"));
  await unpack(`npm@${npm}`, join(root, "opt/node/lib/node_modules/npm"));
  await must("ln", "ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", join(root, "opt/node/bin/npm")]);
  await must("chmod", "chmod", ["755", join(root, "opt/node/lib/node_modules/npm/bin/npm-cli.js")]);
}

/** A copy of such a system, for one trial. */
export async function copyBase(folder, base) {
  const root = mkdtempSync(join(folder, "machine-"));
  await must("cp", "cp", ["-a", "--reflink=auto", `${base}/.`, root]);
  return root;
}

/** Makes the bare machine of a case with a clone in it; where it is, and what npm there has to be told. */
export function makeRoot(place, { name, node, npm, user, folder }) {
  return step(`Making ${name}`, async () => {
    const base = await makeBase(place, node ? "plain" : "with-node", node ? [] : ["nodejs", "npm"]);
    const root = await copyBase(place, base);
    if (node) await addNode(root, place, { node, npm });
    const env = await npmEnvironment(root);
    const clone = join(root, folder);
    copyClone(clone);
    await mustInRoot("chown", root, ["chown", "-R", `${user}:${user}`, folder]);
    return { root, env };
  });
}
