import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

// Services elsewhere as others emulate them. Their packages are installed in tests/emulators, apart from the site's.

const PACKAGES = fileURLToPath(new URL("../emulators/node_modules", import.meta.url));

/** Runs the program of an emulator, at most until the test is over. */
async function startEmulator(
  program: string,
  { args = [], folder, env = {} }: { args?: readonly string[]; folder: string; env?: Record<string, string> },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const emulator = spawn(process.execPath, [join(PACKAGES, program), ...args], {
    cwd: folder,
    // They are built on older packages, which say so at length.
    env: { PATH: process.env["PATH"], NODE_NO_WARNINGS: "1", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    if (emulator.exitCode !== null || emulator.signalCode !== null) return;
    emulator.kill();
    await once(emulator, "exit");
  };
  onTestFinished(stop);
  for await (const line of createInterface({ input: emulator.stdout })) {
    const [address] = /127\.0\.0\.1:\d+/.exec(line) ?? [];
    // What it says afterwards is read and dropped, so that it never waits for us.
    emulator.stdout.resume();
    if (address !== undefined) return { url: `http://${address}`, stop };
  }
  throw new Error(`${program} ended before it listened.`);
}

type CognitoEmulator = {
  readonly url: string;
  /** It checks no signature. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly poolId: string;
  readonly clientId: string;
  /** Every code that it would mail. */
  readonly code: string;
  /** What an administrator does in AWS's console. */
  administer(operation: string, input: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
};

/** `cognito-local`, on a pool that is there already and bears the name that a real one would. */
export async function startCognitoEmulator(): Promise<CognitoEmulator> {
  const [poolId, clientId, code] = ["us-east-1_Beach0001", "6f1a2b3c4d5e6f7a8b9c0d1e2f", "246810"];
  const folder = await temporaryFolder();
  await mkdir(join(folder, ".cognito", "db"), { recursive: true });
  const options = { Id: poolId, Name: "Beach", UsernameAttributes: ["email"], AutoVerifiedAttributes: ["email"] };
  const groups = Object.fromEntries(["Admins", "Members"].map((GroupName) => [GroupName, { GroupName }]));
  const files = {
    "config.json": { TokenConfig: { IssuerDomain: "https://cognito-idp.us-east-1.amazonaws.com" } },
    [`db/${poolId}.json`]: { Users: {}, Options: options, Groups: groups },
    "db/clients.json": { Clients: { [clientId]: { ClientId: clientId, ClientName: "Site", UserPoolId: poolId } } },
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, ".cognito", name), JSON.stringify(content));
  const env = { CODE: code, PORT: "0", HOST: "127.0.0.1" };
  const { url, stop } = await startEmulator("cognito-local/lib/bin/start.js", { folder, env });
  return {
    url,
    credentials: { accessKeyId: "anybody", secretAccessKey: "anything" },
    poolId,
    clientId,
    code,
    stop,
    async administer(operation, input) {
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/x-amz-json-1.1",
          "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
        },
        body: JSON.stringify({ UserPoolId: poolId, ...input }),
      });
      if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`);
    },
  };
}

/** `s3rver`, with an empty bucket of this name. The keys are the only ones that it knows. */
export async function startS3Emulator(bucket: string) {
  const folder = await temporaryFolder();
  const args = ["-d", join(folder, "s3"), "-a", "127.0.0.1", "-p", "0", "--configure-bucket", bucket];
  // What stands at the end of a page of names it enciphers with DES, which today's OpenSSL only knows when asked to.
  const env = { NODE_OPTIONS: "--openssl-legacy-provider" };
  const { url: endpoint } = await startEmulator("s3rver/bin/s3rver.js", { args, folder, env });
  return { endpoint, accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
}
