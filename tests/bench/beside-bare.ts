import { measureOnce, median, type Subject } from "#tests/bench/load.ts";

export const ROUNDS = 5;

/**
 * What the site does in a second beside the same transaction without it, as `bareRate` measures it, in turns: medians
 * over {@link ROUNDS} rounds of `amount` requests. As many as bare transactions: each connection sends its share, and in short
 * rounds the last ones finish alone.
 */
export async function measureBesideBare(subject: Subject, amount: number, bareRate: () => Promise<number>) {
  await bareRate();
  await measureOnce(subject, amount / 5);
  const rounds: { perSecond: number; cpuMs: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { perSecond, cpuMs } = await measureOnce(subject, amount);
    rounds.push({ perSecond, cpuMs, bare: await bareRate() });
  }
  return {
    percentOfBare: median(rounds.map(({ perSecond, bare }) => (100 * perSecond) / bare)),
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
    barePerSecond: median(rounds.map(({ bare }) => bare)),
  };
}
