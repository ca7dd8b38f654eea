import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { median } from "#tests/bench/load.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { type Settings, spawnServer, startServer } from "#tests/bench/servers.ts";

const STARTS = 5;
const GIVE_UP_MS = 30_000;

/** The status of one answer, or undefined when nobody listens yet. */
function status(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    }).on("error", () => resolve(undefined));
  });
}

async function startOnce(settings: Settings): Promise<number> {
  const started = performance.now();
  const server = await spawnServer(settings);
  while ((await status(`${server.url}/`)) !== 200) {
    if (performance.now() - started > GIVE_UP_MS) throw new Error("no page within half a minute");
    await wait(5);
  }
  const seconds = (performance.now() - started) / 1000;
  await server.stop();
  return seconds;
}

/** From the start of the process to the whole first page, on a site that has been seeded before. */
export async function measureColdStart(settings: Settings, record: RecordFigure): Promise<void> {
  await (await startServer(settings)).stop();
  const seconds: number[] = [];
  for (let start = 0; start < STARTS; start += 1) seconds.push(await startOnce(settings));
  const all = seconds.map((each) => each.toFixed(2)).join(", ");
  record(
    "cold-start",
    median(seconds),
    `median of ${all}; ${settings["DATABASE_URL"] ? "PostgreSQL already runs" : "with its private PostgreSQL"}`,
  );
}
