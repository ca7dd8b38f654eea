import { addDays, type Day, weekdayName } from "#src/shared/dates.ts";

type Form = { readonly formType: string; readonly eventId?: string | undefined };

/** Whether the message requests a place rather than a reply. */
export function isForWaiting({ formType, eventId }: Form): boolean {
  return eventId !== undefined || /wait/i.test(formType);
}

/** The form type of a team entry for the volleyball tournament. */
const TOURNAMENT = "volleyball-tournament";
/** The capacity of the courts in a day. */
export const MOST_ENTRIES = 40;

export function isEntry({ formType }: Pick<Form, "formType">): boolean {
  return formType === TOURNAMENT;
}

/** The Friday at whose end sign-up closes: the last before the tournament, or the next one if there is no date. */
export function closingFriday(today: Day, tournamentDay: Day | undefined): Day {
  const step = tournamentDay === undefined ? 1 : -1;
  let day = tournamentDay === undefined ? today : addDays(tournamentDay, -1);
  while (weekdayName(day) !== "Friday") day = addDays(day, step);
  return day;
}

/** Reports of people, messages and photos, which only organizers see. */
export const REPORT = "report";

export const COUNTRY_PARTY = "country-party";

const FORM_NAMES: Readonly<Record<string, string>> = {
  "host-request": "asks to host",
  [COUNTRY_PARTY]: "comes to the country party",
  [REPORT]: "reported something",
  [TOURNAMENT]: "entered a team in the tournament",
};

const folded = (formType: string) =>
  formType
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]/g, "");

/** Normalizes a form type's case and spaces. Unknown types stay as sent. */
export function kindOf(formType: string): string {
  return Object.keys(FORM_NAMES).find((kind) => folded(kind) === folded(formType)) ?? formType;
}

/** Describes the submission for its reader. */
export function formWords(submission: Form): string {
  return FORM_NAMES[submission.formType] ?? (isForWaiting(submission) ? "waits for a space" : "sent a form");
}
