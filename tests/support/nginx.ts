import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "#tests/support/processes.ts";

const SITE = fileURLToPath(new URL("../../deploy/nginx.conf", import.meta.url));
// npm test finds it, and installs it where it can.
const NGINX = process.env["NGINX_PATH"] ?? "/usr/sbin/nginx";

export type Nginx = {
  /** What it has to complain of. */
  complaints(): Promise<string>;
  stop(): Promise<void>;
};

/** What a machine's own nginx.conf says around our file, for one that lives in a folder of ours. */
function around(folder: string, site: string): string {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const places = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join("\n");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user}\ndaemon off;\nworker_processes 1;\npid ${join(folder, "pid")};\nerror_log ${join(folder, "error.log")};
events { worker_connections 1024; }\nhttp {\n${places}\n${site}\n}\n`;
}

/** nginx as docs/operations.md recommends it, in front of instances of the site. */
export async function startNginx(
  folder: string,
  port: number,
  [first, second, spare]: readonly [string, string, string?],
): Promise<Nginx> {
  const values = {
    SITE_NAME: "127.0.0.1",
    LISTEN: `127.0.0.1:${port}`,
    FIRST_INSTANCE: new URL(first).host,
    SECOND_INSTANCE: new URL(second).host,
    ...(spare !== undefined && { SPARE_INSTANCE: new URL(spare).host }),
    CACHE_FOLDER: join(folder, "cache"),
    // The tests stand where a proxy in front would.
    TRUSTED_PROXY: "127.0.0.1",
  };
  let site = await readFile(SITE, "utf8");
  if (spare === undefined) site = site.replace(/^.* SPARE_INSTANCE .*;\n/m, "");
  for (const [name, value] of Object.entries(values)) site = site.replaceAll(name, value);
  await writeFile(join(folder, "nginx.conf"), around(folder, site));
  const child = spawn(NGINX, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  const complaints = () => readFile(join(folder, "error.log"), "utf8").catch(() => "");
  await until("nginx answers", async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended at once:\n${await complaints()}`);
    return fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    complaints,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
