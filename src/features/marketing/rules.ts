import { PLAYER_REQUIRED, TEAM_NAME_REQUIRED } from "#src/features/marketing/messages.ts";
import { closingFriday } from "#src/features/inbox/rules.ts";
import { type ContactAnswers, contactFaults, contactPayload } from "#src/shared/contact-form.ts";
import { type Day, longDate, weekdayName } from "#src/shared/dates.ts";

/** The next tournament's data for its pages. */
export type Tournament = {
  /** Null while no date is set. */
  readonly day: Day | null;
  /** Last day of registration. */
  readonly closes: Day;
  readonly isOpen: boolean;
};

/** The tournament on `day`, seen from `today`; without a day, sign-up closes on the next Friday. */
export function tournamentOf(day: Day | undefined, today: Day): Tournament {
  const closes = closingFriday(today, day);
  return { day: day ?? null, closes, isOpen: today <= closes };
}

function dayWords(day: Day): string {
  return `${weekdayName(day)}, ${longDate(day)}`;
}

/** Date, place and registration deadline. */
export function tournamentFacts({ day, closes }: Tournament): readonly (readonly [label: string, value: string])[] {
  return [
    ["When", day === null ? "The date is announced with the events" : dayWords(day)],
    ["Where", "On the beach. Captains get the courts by mail, with the draw."],
    ["Sign-up closes", `${day === null ? "Friday" : dayWords(closes)}, 11:59pm`],
  ];
}

/** The captain's required fields. */
export const CAPTAIN_REQUIRED = ["email", "firstName", "lastName", "sex", "phone"] as const;

const TEAM_SIZE = 4;
const NAME_MAX = 100;

export type Team = {
  readonly name: string;
  readonly captain: ContactAnswers;
  /** The others. */
  readonly players: readonly string[];
};

export function emptyTeam(captain: ContactAnswers): Team {
  return { name: "", captain, players: Array.from({ length: TEAM_SIZE - 1 }, () => "") };
}

function nameFault(name: string, required: string): string | undefined {
  if (name.trim() === "") return required;
  return name.trim().length > NAME_MAX ? `At most ${NAME_MAX} characters.` : undefined;
}

/** Validation errors. */
export function teamFaults({ name, captain, players }: Team) {
  return {
    name: nameFault(name, TEAM_NAME_REQUIRED),
    captain: contactFaults(captain, CAPTAIN_REQUIRED),
    players: players.map((player) => nameFault(player, PLAYER_REQUIRED)),
  };
}

/** Whether the form can be sent. */
export function isWholeTeam(team: Team): boolean {
  const { name, captain, players } = teamFaults(team);
  return name === undefined && Object.keys(captain).length === 0 && players.every((fault) => fault === undefined);
}

/** The form as a request: the captain, with the team in the message. */
export function teamPayload({ name, captain, players }: Team) {
  const words = captain.message.trim();
  const team = `Team: ${name.trim()} | Players: ${players.map((player) => player.trim()).join(", ")}`;
  return { ...contactPayload(captain, "volleyball-tournament"), message: words === "" ? team : `${team} | ${words}` };
}
