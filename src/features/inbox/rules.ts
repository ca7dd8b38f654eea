import { addDays, type Day, weekdayName } from "#src/shared/dates.ts";

type Form = { readonly formType: string; readonly eventId?: string | undefined };

/** Whether the message asks for a place rather than a reply. */
export function isForWaiting({ formType, eventId }: Form): boolean {
  return eventId !== undefined || /wait/i.test(formType);
}

/** The form by which a team enters the volleyball tournament. */
const TOURNAMENT = "volleyball-tournament";
/** The courts and the hours of a day hold no more. */
export const MOST_ENTRIES = 40;

export function isEntry({ formType }: Pick<Form, "formType">): boolean {
  return formType === TOURNAMENT;
}

/** The Friday at whose end sign-up closes: the last before the tournament; without a date the next one. */
export function closingFriday(today: Day, tournamentDay: Day | undefined): Day {
  const step = tournamentDay === undefined ? 1 : -1;
  let day = tournamentDay === undefined ? today : addDays(tournamentDay, -1);
  while (weekdayName(day) !== "Friday") day = addDays(day, step);
  return day;
}

/** Reports of people, messages and photos: for organizers only. */
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

/** The kind of form that a form type means, whatever its case and spaces. Other types stay as they were sent. */
export function kindOf(formType: string): string {
  return Object.keys(FORM_NAMES).find((kind) => folded(kind) === folded(formType)) ?? formType;
}

/** What the sender did, in words for the reader. */
export function formWords(submission: Form): string {
  return FORM_NAMES[submission.formType] ?? (isForWaiting(submission) ? "waits for a place" : "sent a form");
}
