import fc from "fast-check";
import { expect, test } from "vitest";
import { changeOf, expectedShare, MOST_CHANGE, START_LEVEL } from "#src/features/events/ladder/rules/level.ts";

const level = fc.double({ min: 1, max: 5, noNaN: true });
const side = fc.array(level, { minLength: 1, maxLength: 6 });
const points = fc.tuple(fc.nat(30), fc.nat(30));

test("[COURT-04] one side's gain is the other's loss, and never more than a tenth of a level", () => {
  fc.assert(
    fc.property(points, side, side, (score, one, other) => {
      const change = changeOf(score, [one, other]);
      expect(change + changeOf([score[1], score[0]], [other, one])).toBeCloseTo(0, 12);
      expect(Math.abs(change)).toBeLessThan(MOST_CHANGE);
    }),
  );
});

test("[COURT-04] a win never lowers a level and a loss never raises it; beating a stronger side counts for more", () => {
  fc.assert(
    fc.property(side, side, fc.double({ min: 0.1, max: 2, noNaN: true }), (own, other, more) => {
      const won = changeOf([11, 7], [own, other]);
      expect(won).toBeGreaterThan(0);
      expect(changeOf([7, 11], [own, other])).toBeLessThan(0);
      const stronger = other.map((each) => each + more);
      expect(changeOf([11, 7], [own, stronger])).toBeGreaterThan(won);
    }),
  );
});

test("[COURT-04] the level of a side that wins as often as expected does not change", () => {
  fc.assert(
    fc.property(side, side, (own, other) => {
      const mean = (levels: readonly number[]) => levels.reduce((sum, each) => sum + each, 0) / levels.length;
      const share = expectedShare(mean(own), mean(other));
      const drift = share * changeOf([1, 0], [own, other]) + (1 - share) * changeOf([0, 1], [own, other]);
      expect(drift).toBeCloseTo(0, 12);
    }),
  );
});

test("[COURT-04] between equals a win moves half the maximum and a draw nothing; 200 Elo points mean 0.76", () => {
  const equal = [[START_LEVEL], [START_LEVEL]] as const;
  expect(changeOf([11, 9], equal)).toBeCloseTo(0.05, 12);
  expect(changeOf([9, 9], equal)).toBe(0);
  expect(expectedShare(4, 3)).toBeCloseTo(0.76, 2);
});

test("[COURT-04] levels converge to players' real strengths within a season of results", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      let state = seed;
      const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
      const real = [2.2, 2.6, 3, 3, 3.4, 3.8];
      const levels = real.map(() => START_LEVEL);
      for (let event = 0; event < 40; event += 1) {
        const before = [...levels];
        for (let game = 0; game < 15; game += 1) {
          const one = Math.floor(random() * 6);
          const other = (one + 1 + Math.floor(random() * 5)) % 6;
          const isWon = random() < expectedShare(real[one] ?? 0, real[other] ?? 0);
          const change = changeOf(isWon ? [11, 5] : [5, 11], [[before[one] ?? 0], [before[other] ?? 0]]);
          levels[one] = (levels[one] ?? 0) + change;
          levels[other] = (levels[other] ?? 0) - change;
        }
      }
      expect((levels[4] ?? 0) + (levels[5] ?? 0)).toBeGreaterThan((levels[0] ?? 0) + (levels[1] ?? 0));
    }),
    { numRuns: 50 },
  );
});
