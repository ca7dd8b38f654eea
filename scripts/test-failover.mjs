// `npm run test:failover`: three PostgreSQL under Patroni, from Debian's packages, with two instances of the site; the
// leader is killed, frozen and switched over under writes and readers (OPS-01). `-- --rounds=10 --seed=42` choose. As root
// on Debian. `--short` is two kills and a freeze.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { canInstall } from "./lib/apt.mjs";
import { ensureProgram } from "./lib/program.mjs";
import { checkNode, endWith, PlainError } from "./lib/steps.mjs";

const VERSIONS = "/usr/lib/postgresql";

/** What Patroni asks etcd by is a package of its own, which the program alone does not bring. */
const PROGRAMS = [
  { what: "initdb", purpose: "PostgreSQL", names: [], packages: ["postgresql"], places: () => binFolders("initdb") },
  { what: "etcd", purpose: "etcd", names: ["etcd"], packages: ["etcd-server"] },
  { what: "patroni", purpose: "Patroni", names: ["patroni"], packages: ["patroni"] },
  {
    what: "python3-etcd",
    purpose: "Patroni's way to etcd",
    names: [],
    packages: ["python3-etcd"],
    places: () => ["/usr/lib/python3/dist-packages/etcd/__init__.py"],
  },
];

/** The newest version's first. */
function binFolders(name) {
  try {
    const versions = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => `${VERSIONS}/${version}/bin/${name}`);
  } catch {
    return [];
  }
}

async function ensure({ what, places = () => [], ...program }) {
  const setting = `${what.replace("-", "_").toUpperCase()}_PATH`;
  const missing = `The trial of failovers needs ${what}: sudo apt-get install ${program.packages[0]}`;
  return ensureProgram({
    ...program,
    what,
    setting,
    missing,
    folders: ["/usr/bin"],
    get places() {
      return places();
    },
  });
}

async function main() {
  checkNode();
  if (!canInstall()) throw new PlainError("The trial is set up by root on Debian: sudo npm run test:failover");
  const [initdb] = [await ensure(PROGRAMS[0])];
  for (const program of PROGRAMS.slice(1)) await ensure(program);
  const args = ["scripts/start.mjs", "--run", "tests/failover/run.ts", ...process.argv.slice(2)];
  const env = { ...process.env, POSTGRES_BIN: initdb.replace(/\/initdb$/, "") };
  const child = spawn(process.execPath, args, { stdio: "inherit", env });
  // A Ctrl-C reaches it too: it clears up, and this process waits.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code) => process.exit(code ?? 1));
}

main().catch(endWith);
