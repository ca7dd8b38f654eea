import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVICE = new URL("../../scripts/lib/service.mjs", import.meta.url).href;
const isRoot = process.getuid?.() === 0;

/** Writes a unit as deploy/sandbar@.service is, with a file of settings and what `systemctl edit` would add. */
async function makeUnit({ folder = ROOT } = {}): Promise<string> {
  const place = await temporaryFolder();
  const unit = join(place, "sandbar@.service");
  await writeFile(join(place, "sandbar.env"), `# secrets\nGROUP_NAME="Beach Friends"\nSMTP_URL=smtp://a:b=c@mail\n`);
  const lines = [
    "[Service]",
    "User=nobody",
    "Group=nogroup",
    `WorkingDirectory=${folder}`,
    `Environment=NODE_ENV=production DATA_DIR=/var/lib/sandbar "AREA_NAME=The Beach"`,
    `EnvironmentFile=-${place}/sandbar.env`,
    "EnvironmentFile=-/nowhere/sandbar.env",
  ];
  await writeFile(unit, lines.join("\n"));
  await mkdir(`${unit}.d`);
  await writeFile(join(`${unit}.d`, "override.conf"), "[Service]\nEnvironment=PORT=4000\n");
  return unit;
}

/** What a command would go on with. */
async function actFor(unit: string, env: Record<string, string> = {}) {
  const code = `
    const { actForService } = await import(${JSON.stringify(SERVICE)});
    try { actForService("sandbar admin", process.argv[1]); } catch (error) { console.log(JSON.stringify({ refused: error.message })); process.exit(); }
    const { NODE_ENV, DATA_DIR, AREA_NAME, GROUP_NAME, SMTP_URL, PORT, USER } = process.env;
    const settings = { NODE_ENV, DATA_DIR, AREA_NAME, GROUP_NAME, SMTP_URL, PORT, USER };
    console.log(JSON.stringify({ ...settings, uid: process.getuid(), groups: process.getgroups() }));`;
  const { PATH = "" } = process.env;
  const options = { env: { PATH, USER: "caller", npm_config_cache: "/root/.npm", ...env } };
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code, "--", unit], options);
  return JSON.parse(stdout) as Record<string, unknown>;
}

test("in the folder of the service a command goes on with its settings and as its account, which takes root", async () => {
  const acted = await actFor(await makeUnit());
  const asService = {
    NODE_ENV: "production",
    DATA_DIR: "/var/lib/sandbar",
    AREA_NAME: "The Beach",
    GROUP_NAME: "Beach Friends",
    SMTP_URL: "smtp://a:b=c@mail",
    PORT: "4000",
    USER: "nobody",
    uid: 65_534,
    groups: [65_534],
  };
  const refused = { refused: "This is the folder of the installed service: run it as root (sudo sandbar admin)." };
  expect(acted).toEqual(isRoot ? asService : refused);
});

test.each([
  ["another folder is the service's", { folder: "/opt/elsewhere" }, {}],
  ["somebody names another folder of data", {}, { DATA_DIR: "/tmp/drill" }],
  ["somebody names another database", {}, { DATABASE_URL: "postgres://localhost/other" }],
])("where %s, nothing changes", async (_what, unit, env) => {
  const acted = await actFor(await makeUnit(unit), env);
  expect(acted).toMatchObject({ USER: "caller", uid: process.getuid?.(), ...("DATA_DIR" in env && env) });
  expect(acted["GROUP_NAME"]).toBeUndefined();
});

test("the service and its backup may write to what they keep, and not to their code", async () => {
  for (const name of ["sandbar@.service", "sandbar-database.service", "sandbar-backup.service"]) {
    const lines = (await readFile(join(ROOT, "deploy", name), "utf8")).split("\n");
    expect(lines).toContain("ProtectSystem=strict");
    const folder = lines.find((line) => line.startsWith("WorkingDirectory="))?.slice("WorkingDirectory=".length) ?? "";
    expect(folder).toBe("/opt/sandbar/current");
    expect(lines.filter((line) => line.startsWith("ReadWritePaths=") && line.includes("/opt/sandbar"))).toEqual([]);
  }
});

test("code that is not prepared and not this account's to change: one sentence says what to type", async () => {
  const folder = await temporaryFolder();
  const steps = join(folder, "scripts", "lib", "steps.mjs");
  await mkdir(dirname(steps), { recursive: true });
  await copyFile(join(ROOT, "scripts/lib/steps.mjs"), steps);
  await chmod(folder, 0o555);
  // Root may write anywhere, so it becomes nobody first.
  const code = `
    const { step } = await import(${JSON.stringify(pathToFileURL(steps).href)});
    if (process.getuid() === 0) { process.setgid(65_534); process.setuid(65_534); }
    await step("Installing", () => console.log("installed")).catch(({ message }) => console.log(message));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code]);
  await chmod(folder, 0o755);
  expect(stdout).toContain("this account may not change it. As its owner, run there: node scripts/start.mjs --prepare");
  expect(stdout).not.toContain("installed");
});
