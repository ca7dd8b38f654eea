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

/** One machine of the cluster: Patroni and its PostgreSQL. */
export class Node {
  readonly port: number;
  readonly name: string;
  readonly #folder: string;
  readonly #env: Record<string, string>;
  #patroni: ChildProcess | undefined;

  constructor(folder: string, name: string, ports: { port: number; rest: number; etcd: number; bin: string }) {
    this.#folder = folder;
    this.name = name;
    this.port = ports.port;
    const [postgres, rest] = [`127.0.0.1:${ports.port}`, `127.0.0.1:${ports.rest}`];
    this.#env = {
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: `127.0.0.1:${ports.etcd}`,
      PATRONI_RESTAPI_LISTEN: rest,
      PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
      PATRONI_POSTGRESQL_LISTEN: postgres,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, name),
      PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
      PATRONI_POSTGRESQL_BIN_DIR: ports.bin,
      PATRONI_SUPERUSER_USERNAME: "postgres",
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: "replicator",
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    };
  }

  async start(): Promise<void> {
    const command = ["patroni", CONFIG];
    this.#patroni = await startAs(command, { folder: this.#folder, name: `patroni-${this.name}`, env: this.#env });
  }

  async #postmaster(): Promise<number[]> {
    const data = join(this.#folder, this.name);
    const pid = Number((await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n")[0]);
    // The file outlives its process, and another process may have the number by now.
    const command = pid > 0 ? await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "") : "";
    return command.includes(data) ? treeOf(pid) : [];
  }

  async #everything(): Promise<number[]> {
    const patroni = this.#patroni;
    const isThere = patroni?.pid !== undefined && patroni.exitCode === null && patroni.signalCode === null;
    return [...(isThere ? treeOf(patroni.pid) : []), ...(await this.#postmaster())];
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
  readonly #etcd: ChildProcess;

  constructor(nodes: readonly Node[], etcd: ChildProcess) {
    this.nodes = nodes;
    this.#etcd = etcd;
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
    this.#etcd.kill("SIGKILL");
  }
}

/** Three nodes and the etcd that they ask who leads, in this folder; PostgreSQL's programs are in `bin`. */
export async function startCluster(folder: string, bin: string): Promise<Cluster> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await chown(folder, idOf("-u"), idOf("-g"));
  const [etcd, peer] = [await freePort(), await freePort()];
  const [client, peers] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`];
  const flags = ["--enable-v2", "--data-dir", join(folder, "etcd"), "--listen-client-urls", client];
  const rest = ["--advertise-client-urls", client, "--listen-peer-urls", peers];
  const first = ["--initial-advertise-peer-urls", peers, "--initial-cluster", `default=${peers}`];
  const etcdProcess = await startAs(["etcd", ...flags, ...rest, ...first], { folder, name: "etcd" });
  const nodes: Node[] = [];
  for (const name of ["one", "two", "three"])
    nodes.push(new Node(folder, name, { port: await freePort(), rest: await freePort(), etcd, bin }));
  const cluster = new Cluster(nodes, etcdProcess);
  try {
    for (const node of nodes) await node.start();
    await cluster.untilWhole();
    await cluster.makeDatabase();
    return cluster;
  } catch (error) {
    await cluster.end();
    throw error;
  }
}
