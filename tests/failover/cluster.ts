import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort, until } from "#tests/support/processes.ts";

// Debian's programs on loopback ports, as its account "postgres": PostgreSQL refuses to be root.

const CONFIG = fileURLToPath(new URL("../../deploy/patroni.yml", import.meta.url));
const PASSWORD = "replicated";
const SETUP_MS = 120_000;
const ACCOUNT = "postgres";

const idOf = (what: "-u" | "-g") => Number(execFileSync("id", [what, ACCOUNT], { encoding: "utf8" }));

/** This process and everything that it started. */
function treeOf(root: number): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [root];
  for (const parent of tree) tree.push(...pairs.flatMap(([pid = 0, of]) => (of === parent ? [pid] : [])));
  return tree.filter((pid) => pairs.some(([each]) => each === pid));
}

/** Signals those that are still there. */
function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

type Start = { readonly folder: string; readonly name: string; readonly env?: Record<string, string> };

async function startAs([program = "", ...args]: readonly string[], { folder, name, env = {} }: Start) {
  const log = await open(join(folder, `${name}.log`), "a");
  const child = spawn(program, args, {
    uid: idOf("-u"),
    gid: idOf("-g"),
    cwd: folder,
    env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", ...env },
    stdio: ["ignore", log.fd, log.fd],
    // A Ctrl-C is for this command, which ends them itself.
    detached: true,
  });
  await once(child, "spawn");
  await log.close();
  return child;
}

/** Where the parts of one machine listen. */
type Place = {
  readonly name: string;
  readonly postgres: number;
  readonly rest: number;
  /** Of etcd: for Patroni, and for the other etcd. */
  readonly etcd: number;
  readonly peer: number;
};

/** How etcd is started on one machine of three. */
function etcdCommand(folder: string, { name, etcd, peer }: Place, all: readonly Place[]): string[] {
  const [client, peers] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`];
  const cluster = all.map((place) => `${place.name}=http://127.0.0.1:${place.peer}`).join(",");
  const own = ["--name", name, "--data-dir", join(folder, `etcd-${name}`), "--enable-v2"];
  const listen = ["--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peers];
  return ["etcd", ...own, ...listen, "--initial-advertise-peer-urls", peers, "--initial-cluster", cluster];
}

const isThere = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** One machine of the cluster: etcd, Patroni and its PostgreSQL. */
export class Node {
  readonly port: number;
  readonly name: string;
  readonly #folder: string;
  readonly #env: Record<string, string>;
  readonly #etcd: string[];
  #programs: ChildProcess[] = [];

  constructor(folder: string, place: Place, { all, bin }: { all: readonly Place[]; bin: string }) {
    this.#folder = folder;
    this.name = place.name;
    this.port = place.postgres;
    this.#etcd = etcdCommand(folder, place, all);
    const { name } = place;
    const [postgres, rest] = [`127.0.0.1:${place.postgres}`, `127.0.0.1:${place.rest}`];
    this.#env = {
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: all.map(({ etcd }) => `127.0.0.1:${etcd}`).join(","),
      PATRONI_RESTAPI_LISTEN: rest,
      PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
      PATRONI_POSTGRESQL_LISTEN: postgres,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, name),
      PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_SUPERUSER_USERNAME: "postgres",
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: "replicator",
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    };
  }

  async start(): Promise<void> {
    const [folder, env] = [this.#folder, this.#env];
    this.#programs = [
      await startAs(this.#etcd, { folder, name: `etcd-${this.name}` }),
      await startAs(["patroni", CONFIG], { folder, name: `patroni-${this.name}`, env }),
    ];
  }

  async #postmaster(): Promise<number[]> {
    const data = join(this.#folder, this.name);
    const pid = Number((await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n")[0]);
    // The file outlives its process, and another process may have the number by now.
    const command = pid > 0 ? await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "") : "";
    return command.includes(data) ? treeOf(pid) : [];
  }

  async #everything(): Promise<number[]> {
    const programs = this.#programs.filter(isThere).flatMap(({ pid }) => (pid === undefined ? [] : treeOf(pid)));
    return [...programs, ...(await this.#postmaster())];
  }

  /** PostgreSQL's own first process dies; its children notice. */
  async killProcess(): Promise<void> {
    signalAll((await this.#postmaster()).slice(0, 1), "SIGKILL");
  }

  async killNode(): Promise<void> {
    const all = await this.#everything();
    // Nothing says goodbye: what is stopped cannot.
    signalAll(all, "SIGSTOP");
    signalAll(all, "SIGKILL");
  }

  async freeze(): Promise<void> {
    signalAll(await this.#everything(), "SIGSTOP");
  }

  async wake(): Promise<void> {
    signalAll(await this.#everything(), "SIGCONT");
  }

  /** What Patroni says of this node and of all; throws while it says nothing. */
  async cluster(): Promise<readonly { name: string; role: string; state: string }[]> {
    const url = `http://${this.#env["PATRONI_RESTAPI_LISTEN"]}/cluster`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    return ((await answer.json()) as { members: { name: string; role: string; state: string }[] }).members;
  }

  async giveWay(): Promise<void> {
    const url = `http://${this.#env["PATRONI_RESTAPI_LISTEN"]}/switchover`;
    const answer = await fetch(url, { method: "POST", body: JSON.stringify({ leader: this.name }) });
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
  }
}

export class Cluster {
  readonly nodes: readonly Node[];

  constructor(nodes: readonly Node[]) {
    this.nodes = nodes;
  }

  /** For libpq and for the site: all hosts, of which the one that takes writes is meant. */
  get databaseUrl(): string {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(",");
    return `postgres://sandbar:${PASSWORD}@${hosts}/sandbar?sslmode=disable&target_session_attrs=read-write`;
  }

  /** The members as the first node that answers sees them. */
  async members() {
    return Promise.any(this.nodes.map((node) => node.cluster())).catch(() => []);
  }

  async leader(): Promise<Node | undefined> {
    const name = (await this.members()).find(({ role }) => role === "leader")?.name;
    return this.nodes.find((node) => node.name === name);
  }

  /** A leader, and standbys that all confirm. */
  async untilWhole(): Promise<void> {
    await until(
      "three nodes are up again by themselves",
      async () => {
        const members = await this.members();
        const isUp = members.every(({ state }) => state === "running" || state === "streaming");
        const count = (role: string) => members.filter((member) => member.role === role).length;
        return isUp && count("leader") === 1 && count("sync_standby") === this.nodes.length - 1;
      },
      SETUP_MS,
    );
  }

  /** The role and the database of the site. */
  async makeDatabase(): Promise<void> {
    const leader = await this.leader();
    if (!leader) throw new Error("The cluster has no leader.");
    const connectionString = `postgres://postgres:${PASSWORD}@127.0.0.1:${leader.port}/postgres`;
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(`create role sandbar login password '${PASSWORD}'`);
    await client.query("create database sandbar owner sandbar");
    await client.end();
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.killNode()));
  }
}

/** Three nodes, each with the etcd that says who leads, in this folder; PostgreSQL's programs are in `bin`. */
export async function startCluster(folder: string, bin: string): Promise<Cluster> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await chown(folder, idOf("-u"), idOf("-g"));
  const all: Place[] = [];
  for (const name of ["one", "two", "three"])
    all.push({
      name,
      postgres: await freePort(),
      rest: await freePort(),
      etcd: await freePort(),
      peer: await freePort(),
    });
  const cluster = new Cluster(all.map((place) => new Node(folder, place, { all, bin })));
  try {
    for (const node of cluster.nodes) await node.start();
    await cluster.untilWhole();
    await cluster.makeDatabase();
    return cluster;
  } catch (error) {
    await cluster.end();
    throw error;
  }
}
