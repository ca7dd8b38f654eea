import { counted } from "#src/shared/counted.ts";

/** Limits on reminders of one share: how many, and the days between them. */
export const MOST_REMINDERS = 2;
export const REMINDER_DAYS = 3;

export const COST_AMOUNT = "Give an amount like 60, 12.50 or 1,000.";
export const KIND_REQUIRED = "Choose a total or a price per person.";
export const STATUS_REQUIRED = "Choose paid, waived or open.";
export const NOT_SPLIT = "The cost was not split: some of this cannot be used.";
export const NO_HEADS = "Nobody is going or checked in yet, so there is nobody to split the cost with.";
export const NOT_PUBLISHED = "This event is not published yet, so nobody owes anything for it.";
export const PAID_MORE =
  "People already paid more than that. Mark their shares as open first, or give at least what they paid.";
export const SOMEBODY_PAID = "A share is already paid. Mark it as open first, then remove the cost.";
export const SHARE_NOT_FOUND = "This share no longer exists. Reload the page.";
export const NOBODY_TO_REMIND = `Nobody can be reminded now: a person gets at most ${MOST_REMINDERS} reminders, ${counted(REMINDER_DAYS, "day", "days")} apart.`;
