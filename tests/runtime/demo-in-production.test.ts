import { expect, onTestFinished, test } from "vitest";
import { authOf, cookieHeader, PASSWORD } from "#tests/support/identity.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";
import { type SiteProcess, startInstance, startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

async function start(settings: Record<string, string>): Promise<SiteProcess> {
  const site = await startSiteProcess(settings);
  onTestFinished(async () => {
    await site.stop();
  });
  return site;
}

const auth = ({ url }: SiteProcess) => authOf({ fetch: (path, init) => fetch(`${url}${path}`, init) });

test("[SAFE-03] a demo site that is put online refuses to start until its town is gone, and then knows nobody of it", async () => {
  const settings = { DATA_DIR: await temporaryFolder(), SEED_PASSWORD: PASSWORD };
  const demo = await start(settings);
  const { cookies } = await auth(demo).signIn("admin@example.com", PASSWORD);
  expect(await demo.stop()).toBe(0);
  const online = { PUBLIC_URL: "https://beach.example" };
  await expect(start({ ...settings, ...online, NODE_ENV: "" })).rejects.toThrow(
    /ended with code 1 .+PUBLIC_URL=https:\/\/beach\.example lets others reach the site, so set NODE_ENV=production\n$/s,
  );
  const production = { DATA_DIR: settings.DATA_DIR, ...online, NODE_ENV: "production" };
  await expect(start(production)).rejects.toThrow(
    /ended with code 1 .+holds the demo town.+Remove the town, .+: npm run admin -- clear-demo\n$/s,
  );
  expect(await runAtTerminal("src/server/admin.ts", ["clear-demo"], production).shown).toMatchObject({
    code: 0,
    err: "",
  });
  const served = await startInstance(production);
  onTestFinished(async () => void (await served.stop()));
  expect((await auth(served).signIn("admin@example.com", PASSWORD)).status).toBe(401);
  expect((await auth(served).refresh(cookieHeader(cookies))).status).toBe(401);
});
