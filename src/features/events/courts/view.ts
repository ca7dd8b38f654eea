import type { CourtsView, Followed, FollowLink } from "#src/features/events/courts/schema.ts";
import { UNKNOWN_PLAYER } from "#src/features/events/courts/messages.ts";
import type { Board } from "#src/features/events/court-plan/rules/board.ts";
import { HIGHEST_LEVEL, LOWEST_LEVEL, usualFormat } from "#src/features/events/court-plan/rules/formats.ts";
import { guestIdOf, playerIdOf } from "#src/features/events/court-plan/rules/players.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import { qrPath } from "#src/shared/qr.ts";
import type { Presence } from "#src/shared/states.ts";

/** An attendance row: a person or a walk-in. */
export type AttendeeRow = {
  readonly id: string;
  readonly attendanceId: string;
  readonly userId: string | null;
  /** A walk-in's name. */
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly nickname: string | null;
  readonly presence: Presence;
  /** The number of their guests. */
  readonly guests: number;
};

const wholeName = ({ userId, name, firstName, lastName, nickname }: AttendeeRow): string =>
  userId === null ? name : nameOf({ firstName: firstName ?? "", lastName: lastName ?? "", nickname: nickname ?? "" });

/** A person's guests, with player ids and names derived from the person's. */
function guestsOf({ attendanceId, guests }: AttendeeRow, name: string): { id: string; name: string }[] {
  return Array.from({ length: guests }, (_, index) => ({
    id: guestIdOf(attendanceId, index + 1),
    name: index === 0 ? `${name}’s guest` : `${name}’s guest ${index + 1}`,
  }));
}

/** The shortest prefix of a last name that distinguishes it from the others. */
function initialsOf(last: string, others: readonly string[]): string {
  const letters = [...last];
  const isTelling = (count: number) => !others.some((other) => other.startsWith(letters.slice(0, count).join("")));
  const count = letters.findIndex((_, index) => isTelling(index + 1)) + 1;
  return count === 0 || count === letters.length ? last : `${letters.slice(0, count).join("")}.`;
}

/** First names, with the first letters of the last name if people share one. */
function shortNames(people: readonly AttendeeRow[]): Map<string, string> {
  const words = people.map((person) => wholeName(person).split(" ").filter(Boolean));
  const uses = Map.groupBy(words, ([first]) => first);
  const named = people.flatMap((person, index) => {
    const own = words[index] ?? [];
    const [first = UNKNOWN_PLAYER, ...rest] = own;
    const last = rest.at(-1);
    const others = (uses.get(first) ?? []).filter((each) => each !== own).map((each) => each.slice(1).at(-1) ?? "");
    const name = others.length > 0 && last !== undefined ? `${first} ${initialsOf(last, others)}` : first;
    return [{ id: playerIdOf(person.id), name }, ...guestsOf(person, name)];
  });
  return new Map(named.map(({ id, name }) => [id, name]));
}

type Rows = {
  readonly title: string;
  readonly isPast: boolean;
  readonly serverTime: string;
  readonly saved: { readonly version: number; readonly board: Board } | null;
  readonly people: readonly AttendeeRow[];
};

/** A board as followers read it: who plays where, and nothing else about them. */
export function viewFollowed({ title, isPast, serverTime, saved, people }: Rows, userId: string | null): Followed {
  const about = { title, isPast, serverTime };
  const seated = new Set(saved?.board.players.map(({ id }) => id));
  const isSeated = (person: AttendeeRow) =>
    seated.has(playerIdOf(person.id)) || guestsOf(person, "").some(({ id }) => seated.has(id));
  const known = shortNames(people.filter(isSeated));
  const names = Object.fromEntries([...seated].map((id) => [id, known.get(id) ?? UNKNOWN_PLAYER]));
  const me =
    userId === null
      ? undefined
      : people.find((person) => person.userId === userId && seated.has(playerIdOf(person.id)));
  if (!saved) return { ...about, version: 0, board: null, names, me: null };
  const { format, minutes, courts, games, plan, players } = saved.board;
  const board = {
    format,
    minutes,
    courts,
    games,
    plan,
    players: players.map(({ id, presence, credit }) => ({ id, presence, credit })),
  };
  const shown = board as Followed["board"];
  return { ...about, version: saved.version, board: shown, names, me: me ? playerIdOf(me.id) : null };
}

/** The link of a board, and its QR code. */
export function viewLink(publicUrl: string, token: string | null): FollowLink {
  if (token === null) return { link: null };
  const url = `${publicUrl}/courts/${token}`;
  return { link: { url, qr: qrPath(url) } };
}

/** `levels`: by person; see decision 0075. */
type HostRows = Rows & {
  readonly levels: ReadonlyMap<string, number>;
  readonly activity: string;
  readonly doubts: NonNullable<CourtsView["host"]>["doubts"];
};

/** A level rounded to tenths on the board's scale. */
function boardLevel(level: number | undefined): number | null {
  return level === undefined ? null : Math.min(HIGHEST_LEVEL, Math.max(LOWEST_LEVEL, Math.round(level * 10) / 10));
}

/** A board as its host reads it. */
export function viewHosted(
  { saved, people, levels, activity, doubts }: HostRows,
  { link }: FollowLink,
): NonNullable<CourtsView["host"]> {
  return {
    link,
    board: (saved?.board ?? null) as NonNullable<CourtsView["host"]>["board"],
    usualFormat: usualFormat(activity),
    doubts,
    people: people.flatMap((person) => {
      const name = wholeName(person);
      const isHere = person.presence === "here";
      const level = boardLevel(levels.get(person.userId ?? ""));
      const guests = guestsOf(person, name).map((guest) => ({ ...guest, isHere, isGuest: true, level: null }));
      return [{ id: playerIdOf(person.id), name, isHere, isGuest: false, level }, ...guests];
    }),
  };
}
