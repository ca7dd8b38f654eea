/** Every test happens at this moment unless it says otherwise: a Saturday, 10 in the morning on the beach. */
export const NOW = "2026-11-21T15:00:00Z";

/** Of every demo account. */
export const DEMO_PASSWORD = "Sand-castle-7";

/** A hash of the product's cost takes a fifth of a second of CPU, which half of what the tests did was spent on. */
export const QUICK_PASSWORDS = { N: 16, r: 8, p: 1 };

/** The database with the demo town that each browser test's own is cloned from: hashing its passwords takes a second. */
export const TOWN = "sandbar_town";

/** What makes that town. */
export const TOWN_SETTINGS = { SEED: "demo", SEED_PASSWORD: DEMO_PASSWORD, NOW } as const;
