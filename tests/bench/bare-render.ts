// What React alone needs for a page. A process of its own, in a copy of the project that is built with bare-pages.ts:
// `node bare-render.ts DATABASE_URL NOW PATH` prints the milliseconds of CPU a render, in all threads.
import { readConfig } from "#src/config.server.ts";
import { compose } from "#src/server/compose.server.ts";
import type * as bare from "#tests/bench/bare-pages.ts";
import { PUBLIC_URL } from "#tests/bench/servers.ts";

const WARM_UP_MS = 2_000;
const MEASURED_MS = 1_500;

const [databaseUrl = "", now = "", path = ""] = process.argv.slice(2);

function renderFor(milliseconds: number, render: () => string): number {
  const until = performance.now() + milliseconds;
  let count = 0;
  for (; performance.now() < until; count += 1) render();
  return count;
}

const config = readConfig({ LOG_LEVEL: "silent", SEED: "none", NOW: now, PUBLIC_URL });
const { app, close } = await compose(config, databaseUrl, PUBLIC_URL);
const built = new URL("../../build/server/pages.js", import.meta.url).href;
const { bareRenderer } = (await import(built)) as typeof bare;
const render = await bareRenderer(app, PUBLIC_URL + path);
if (!render().includes("</html>")) throw new Error(`${path} is not rendered whole`);
renderFor(WARM_UP_MS, render);
const before = process.cpuUsage();
const count = renderFor(MEASURED_MS, render);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000 / count));
await close();
process.exit();
