import { execFile } from "node:child_process";
import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Cluster, eventsDatabase } from "#tests/bench/databases.ts";
import { NOW, TODAY } from "#tests/bench/events-data.ts";
import { measureInTurns, median, type Subject } from "#tests/bench/load.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { startServer, temporaryFolder } from "#tests/bench/servers.ts";
import { SITE_ARGS, SOURCE_ARGS } from "#tests/support/site-process.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COPIED = ["src", "assets", "seeds", "tests/bench", "tests/support", "package.json", "tsconfig.json"];
const BUILT_BY = ["vite.config.ts", "react-router.config.ts", "scripts/lib"];
const ROUNDS = 5;
const CONNECTIONS = 32;
const PATH = "/events";

/** A copy of the project whose built server renders a page by React alone. */
async function buildBare(): Promise<string> {
  const copy = await temporaryFolder();
  const filter = (path: string) => !path.endsWith("/node_modules");
  for (const part of [...COPIED, ...BUILT_BY])
    await cp(join(ROOT, part), join(copy, part), { recursive: true, filter });
  await cp(join(ROOT, "tests/bench/bare-pages.ts"), join(copy, "src/server/pages.ts"));
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const builder = join(copy, "node_modules/.bin/react-router");
  await run(process.execPath, [builder, "build"], { cwd: copy, env: { ...process.env, NODE_ENV: "production" } });
  return copy;
}

/** What a page costs that is not in the cache, with its query and compression, beside its tree rendered by React alone. */
export async function measureRender(cluster: Cluster, record: RecordFigure): Promise<void> {
  const databaseUrl = await eventsDatabase(cluster, 50);
  const program = join(await buildBare(), "tests/bench/bare-render.ts");
  const server = await startServer({ DATABASE_URL: databaseUrl, NOW, SEED: "none" });
  const headers = { "accept-encoding": "gzip, deflate, br" };
  const each: Subject["each"] = { kind: "fresh page", day: TODAY };
  const subject: Subject = { name: "uncached", server, path: PATH, connections: CONNECTIONS, headers, each };
  const bareMs = async () => {
    const env = { ...process.env, NODE_ENV: "production" };
    return Number(
      (await run(process.execPath, [...SOURCE_ARGS, ...SITE_ARGS, program, databaseUrl, NOW, PATH], { env })).stdout,
    );
  };
  const rounds: { bare: number; whole: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ bare: await bareMs(), whole: (await measureInTurns([subject], 1)).cost("uncached").cpuMs });
  const [bare, whole] = [median(rounds.map((round) => round.bare)), median(rounds.map((round) => round.whole))];
  record(
    "uncached-page",
    median(rounds.map((round) => round.whole / round.bare)),
    `${whole.toFixed(2)} ms, bare ${bare.toFixed(2)} ms; medians of ${ROUNDS} rounds in turns`,
  );
  await server.stop();
}
