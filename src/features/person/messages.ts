import type { PersonEvent, PersonPage } from "#src/features/person/schema.ts";

const ANSWERS = { going: "Going", maybe: "Maybe", not_going: "Not going" } as const;
const PRESENCES = { here: "Came", away: "Did not come", excused: "Excused" } as const;

/** `Going with 2 guests · Came`. */
export function eventWords({ answer, guests, isWaiting, presence, isCancelled }: PersonEvent): string {
  const withGuests = guests > 0 ? ` with ${guests} ${guests === 1 ? "guest" : "guests"}` : "";
  const parts = [
    answer !== null && ANSWERS[answer] + (answer === "going" ? withGuests : ""),
    isWaiting && "On the waiting list",
    presence !== null && PRESENCES[presence],
    isCancelled && "The event was canceled",
  ];
  return parts.filter((part) => part !== false).join(" · ");
}

export const MAIL_WORDS: Readonly<Record<PersonPage["mails"], string>> = {
  wanted: "Gets the group’s mails",
  unsubscribed: "Unsubscribed from the group’s mails",
  no_address: "No email that the group may write to",
};
