import { ACCOUNTS, PROPOSALS } from "#tests/mutations/accounts.ts";
import { DAY } from "#tests/mutations/day.ts";
import { ERASURE_AND_UNDO } from "#tests/mutations/erasure-and-undo.ts";
import { MONEY } from "#tests/mutations/money.ts";
import type { Mutation } from "#tests/mutations/mutation.ts";
import { PERMISSIONS } from "#tests/mutations/permissions.ts";
import { SAFETY } from "#tests/mutations/safety.ts";
import { SEATS } from "#tests/mutations/seats.ts";
import { ESCAPING_AND_MAILS } from "#tests/mutations/words.ts";

/** Every kept mutation of what matters. Add one when a bug was found that no test noticed. */
export const MUTATIONS: readonly Mutation[] = [
  ...PERMISSIONS,
  ...SEATS,
  ...MONEY,
  ...ERASURE_AND_UNDO,
  ...ESCAPING_AND_MAILS,
  ...ACCOUNTS,
  ...PROPOSALS,
  ...SAFETY,
  ...DAY,
];
