import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cpuOf, cpuOfFamily } from "#tests/bench/process-usage.ts";
import type { Server } from "#tests/bench/servers.ts";

const run = promisify(execFile);
const CLIENT = fileURLToPath(new URL("load-client.ts", import.meta.url));

export type LoadPlan = {
  readonly url: string;
  readonly method?: "GET" | "POST" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  /** Requests a second at most; by default as many as are answered. */
  readonly rate?: number;
  readonly until: { readonly amount: number } | { readonly seconds: number };
  /** What makes every request another. */
  readonly each?:
    | { readonly kind: "fresh page"; readonly day: string }
    | { readonly kind: "fresh applicant" }
    | { readonly kind: "change of mind"; readonly tokens: readonly string[]; readonly events: readonly string[] };
};

export type LoadResult = {
  readonly answers: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly errors: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** Throws unless every answer has this status. */
export async function load(plan: LoadPlan, status: number): Promise<LoadResult> {
  const { stdout } = await run(process.execPath, [CLIENT, JSON.stringify(plan)]);
  const result = JSON.parse(stdout) as LoadResult;
  if (result.answers === 0 || result.statuses[status] !== result.answers || result.errors > 0) {
    throw new Error(`${plan.url} should answer ${status}: ${JSON.stringify(result)}`);
  }
  return result;
}

/** What is asked, again and again, of one server. */
export type Subject = Omit<LoadPlan, "until" | "url"> & {
  readonly name: string;
  readonly server: Server;
  readonly path: string;
  readonly status?: number;
  /** PostgreSQL's first process, when its work counts too. */
  readonly postmaster?: number | undefined;
};

/** A median over the rounds. */
export type Cost = { readonly cpuMs: number; readonly p50Ms: number; readonly perSecond: number };

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

const WARM_UP_SECONDS = 2;
// CPU time is told in steps of 10 ms: over 1.5 s the step is under 1 %.
const ROUND_SECONDS = 1.5;
// On a machine that is busy with other things, a round is as long as this takes.
const LEAST_REQUESTS = 64;

function planOf({ server, path, method, headers, connections, each }: Subject): Omit<LoadPlan, "until"> {
  return {
    url: server.url + path,
    connections,
    ...(method && { method }),
    ...(headers && { headers }),
    ...(each && { each }),
  };
}

/** What this many requests cost; `perSecond` is over all of them. */
export async function measureOnce(subject: Subject, amount: number): Promise<Cost> {
  const { server, postmaster } = subject;
  const used = () => cpuOf(server.pid) + (postmaster === undefined ? 0 : cpuOfFamily(postmaster));
  const before = used();
  // By number, not by time: so that no request is cut off whose work was counted.
  const { answers, seconds, p50Ms } = await load({ ...planOf(subject), until: { amount } }, subject.status ?? 200);
  return { cpuMs: (used() - before) / answers, p50Ms, perSecond: answers / seconds };
}

/**
 * Measures the subjects in turns (a b c, a b c, …), so that whatever else the machine does falls on all alike.
 * The figures are medians over the rounds; `ratio` is the median of the ratios within each round.
 */
export async function measureInTurns(subjects: readonly Subject[], rounds: number) {
  const amounts = new Map<string, number>();
  for (const subject of subjects) {
    const warm = await load({ ...planOf(subject), until: { seconds: WARM_UP_SECONDS } }, subject.status ?? 200);
    amounts.set(subject.name, Math.max(LEAST_REQUESTS, Math.round((warm.answers / warm.seconds) * ROUND_SECONDS)));
  }
  const costs = new Map<string, Cost[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) {
      costs.get(subject.name)?.push(await measureOnce(subject, amounts.get(subject.name) ?? 1));
    }
  }
  const of = (name: string, read: (cost: Cost) => number) => (costs.get(name) ?? []).map(read);
  return {
    cost: (name: string): Cost => ({
      cpuMs: median(of(name, (cost) => cost.cpuMs)),
      p50Ms: median(of(name, (cost) => cost.p50Ms)),
      perSecond: median(of(name, (cost) => cost.perSecond)),
    }),
    ratio(name: string, base: string, read: (cost: Cost) => number = (cost) => cost.cpuMs): number {
      const bases = of(base, read);
      return median(of(name, read).map((value, round) => value / (bases[round] ?? Number.NaN)));
    },
  };
}
