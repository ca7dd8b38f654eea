import type { CourtsView, Followed, FollowLink } from "#src/features/events/courts/schema.ts";
import { UNKNOWN_PLAYER } from "#src/features/events/courts/messages.ts";
import type { Board } from "#src/features/events/court-plan/rules/board.ts";
import { HIGHEST_LEVEL, LOWEST_LEVEL, usualFormat } from "#src/features/events/court-plan/rules/formats.ts";
import { playerIdOf } from "#src/features/events/court-plan/rules/players.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import { qrPath } from "#src/shared/qr.ts";
import type { Presence } from "#src/shared/states.ts";

/** A person at the event or a walk-in, by their row of the attendance. */
export type AttendeeRow = {
  readonly id: string;
  readonly userId: string | null;
  /** A walk-in's. */
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly nickname: string | null;
  readonly presence: Presence;
};

const wholeName = ({ userId, name, firstName, lastName, nickname }: AttendeeRow): string =>
  userId === null ? name : nameOf({ firstName: firstName ?? "", lastName: lastName ?? "", nickname: nickname ?? "" });

/** First names; where two people share one, with the first letter of the last name. */
function shortNames(people: readonly AttendeeRow[]): Record<string, string> {
  const words = people.map((person) => ({
    id: playerIdOf(person.id),
    words: wholeName(person).split(" ").filter(Boolean),
  }));
  const uses = new Map<string, number>();
  for (const {
    words: [first = ""],
  } of words)
    uses.set(first, (uses.get(first) ?? 0) + 1);
  return Object.fromEntries(
    words.map(({ id, words: [first = UNKNOWN_PLAYER, ...rest] }) => {
      const initial = rest.at(-1)?.[0];
      return [id, (uses.get(first) ?? 0) > 1 && initial ? `${first} ${initial}.` : first];
    }),
  );
}

type Rows = {
  readonly title: string;
  readonly saved: { readonly version: number; readonly board: Board } | null;
  readonly people: readonly AttendeeRow[];
};

/** What everyone who follows reads: who plays where, and nothing else of them. */
export function viewFollowed({ title, saved, people }: Rows, userId: string | null): Followed {
  const seated = new Set(saved?.board.players.map(({ id }) => id));
  const names = shortNames(people.filter(({ id }) => seated.has(playerIdOf(id))));
  for (const id of seated) names[id] ??= UNKNOWN_PLAYER;
  const me =
    userId === null
      ? undefined
      : people.find((person) => person.userId === userId && seated.has(playerIdOf(person.id)));
  if (!saved) return { title, version: 0, board: null, names, me: null };
  const { format, minutes, courts, games, plan, players } = saved.board;
  const board = {
    format,
    minutes,
    courts,
    games,
    plan,
    players: players.map(({ id, presence }) => ({ id, presence })),
  };
  return { title, version: saved.version, board: board as Followed["board"], names, me: me ? playerIdOf(me.id) : null };
}

/** The link of a board, and its QR code. */
export function viewLink(publicUrl: string, token: string | null): FollowLink {
  if (token === null) return { link: null };
  const url = `${publicUrl}/courts/${token}`;
  return { link: { url, qr: qrPath(url) } };
}

/** `levels`: by person; see decision 0075. */
type HostRows = Rows & { readonly levels: ReadonlyMap<string, number>; readonly activity: string };

/** A level as the board plans with it: tenths, on its scale. */
function boardLevel(level: number | undefined): number | null {
  return level === undefined ? null : Math.min(HIGHEST_LEVEL, Math.max(LOWEST_LEVEL, Math.round(level * 10) / 10));
}

/** The board as its host runs it. */
export function viewHosted(
  { saved, people, levels, activity }: HostRows,
  { link }: FollowLink,
): NonNullable<CourtsView["host"]> {
  return {
    link,
    board: (saved?.board ?? null) as NonNullable<CourtsView["host"]>["board"],
    usualFormat: usualFormat(activity),
    people: people.map((person) => ({
      id: playerIdOf(person.id),
      name: wholeName(person),
      isHere: person.presence === "here",
      level: boardLevel(levels.get(person.userId ?? "")),
    })),
  };
}
