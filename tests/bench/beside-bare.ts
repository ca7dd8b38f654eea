import { measureInTurns, median, type Subject } from "#tests/bench/load.ts";

export const ROUNDS = 5;

/**
 * What the site does in a second beside the same transaction without it, as `bareRate` measures it, in turns: medians
 * over {@link ROUNDS} rounds.
 */
export async function measureBesideBare(subject: Subject, bareRate: () => Promise<number>) {
  await bareRate();
  const rounds: { perSecond: number; cpuMs: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { perSecond, cpuMs } = (await measureInTurns([subject], 1)).cost(subject.name);
    rounds.push({ perSecond, cpuMs, bare: await bareRate() });
  }
  return {
    percentOfBare: median(rounds.map(({ perSecond, bare }) => (100 * perSecond) / bare)),
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
    barePerSecond: median(rounds.map(({ bare }) => bare)),
  };
}
