import fc from "fast-check";
import { expect, test } from "vitest";
import { type AttackCall, type Description, describedCalls } from "#tests/attack/attack-calls.ts";
import { storm } from "#tests/attack/attack-site.ts";
import { brokenInvariants, startTarget } from "#tests/attack/attack-target.ts";
import { graphqlCalls } from "#tests/attack/graphql-calls.ts";
import { otherCalls } from "#tests/attack/other-calls.ts";
import { until } from "#tests/support/processes.ts";

// `npm run test:attack` sets these; here a short storm, never the same one twice.
const INPUTS = Number(process.env["ATTACK_INPUTS"] ?? 1500);
const SEED = Number(process.env["ATTACK_SEED"] ?? Date.now() % 2 ** 31);
const MOST_SHOWN = 20;

test(`[API-01, AUTH-10] ${INPUTS} generated requests to everything that answers (seed ${SEED}): every answer is calm, declared and for whom it is, and none hangs`, async () => {
  const target = await startTarget();
  const get = (path: string) => fetch(target.url + path);
  const description = (await (await get("/openapi.json")).json()) as Description;
  const schema = await (await get("/schema.graphql")).text();
  const calls = [...describedCalls(description, target.known), ...graphqlCalls(schema, target.known)];
  calls.push(...otherCalls(target.known));
  // A deleted account can do nothing more, so deletion comes last in each round.
  const isFarewell = ({ name }: AttackCall) => name === "delete /api/profile";
  calls.sort((a, b) => Number(isFarewell(a)) - Number(isFarewell(b)));
  const each = Math.ceil(INPUTS / calls.length);
  const samples = calls.map((call, index) => fc.sample(call.inputs, { numRuns: each, seed: SEED + index }));
  // Round after round, so that each call meets what the others left behind.
  const requests = Array.from({ length: each }, (_, round) =>
    calls.flatMap((call, index) => {
      const input = samples[index]?.[round];
      return input ? [{ call, input }] : [];
    }),
  ).flat();
  const started = performance.now();
  const { faults, statuses, slowestMs } = await storm({
    url: target.url,
    requests,
    // Somebody new in each round.
    tokenOf: (sender, index) => target.tokenOf(sender, Math.floor(index / calls.length)),
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${requests.length} requests to ${calls.length} calls in ${seconds} s, seed ${SEED}; slowest ${Math.round(slowestMs)} ms; statuses ${JSON.stringify(statuses)}\n`,
  );
  // Its log tells what a surprise was, also of one that was hidden from who asked.
  const log = target.said().split("\n");
  const surprises = log.filter((line) => line.includes('"level":50')).slice(0, MOST_SHOWN);
  const found = { faults: faults.slice(0, MOST_SHOWN), surprises };
  expect(found, `${faults.length} kinds of fault with seed ${SEED}`).toEqual({ faults: [], surprises: [] });
  // The generator is worth something only while much of what it sends is taken.
  expect(requests.length).toBeGreaterThanOrEqual(INPUTS);
  expect((statuses[200] ?? 0) / requests.length).toBeGreaterThan(0.15);
  expect(await brokenInvariants(target)).toEqual([]);
  for (const path of ["/", "/events", "/api/social-events"]) expect((await get(path)).status, path).toBe(200);
  await until("the site is ready", async () => (await get("/readyz")).status === 200);
}, 600_000);
