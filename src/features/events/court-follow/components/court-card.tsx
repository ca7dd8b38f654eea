import styles from "#src/features/events/court-follow/components/board.module.css";
import type { Sides } from "#src/features/events/court-plan/rules/plan.ts";

export type Names = Readonly<Record<string, string>>;
export const nameIn = (names: Names, id: string): string => names[id] ?? "Player";

/** Players sorted by name. */
export const byName = <T extends { readonly id: string }>(players: readonly T[], names: Names): T[] =>
  players.toSorted((one, other) => nameIn(names, one.id).localeCompare(nameIn(names, other.id)));

type CourtCardProps = {
  number: number;
  sides: Sides | null;
  /** Shown in place of the teams of a court without a game. */
  empty?: string;
  state: "play" | "next" | "closed" | "free";
  /** Right of the court's number: a timer, a button. */
  aside?: React.ReactNode;
  /** Renders a player. */
  player: (id: string) => React.ReactNode;
  children?: React.ReactNode;
};

/** A court from above, with a team on each side of the net. */
export function CourtCard({ number, sides, empty = "", state, aside, player, children }: CourtCardProps) {
  return (
    <article className={styles.court} data-state={state}>
      <header className={styles.courtHead}>
        <h3 className={styles.courtName}>
          <span className={styles.courtWord}>Court</span> <span className={styles.courtNumber}>{number}</span>
        </h3>
        {aside}
      </header>
      {sides ? (
        <div className={styles.field}>
          {sides.map((side, index) => (
            <ul key={index} className={styles.team} aria-label={index === 0 ? "One team" : "Other team"}>
              {side.map((id) => (
                <li key={id}>{player(id)}</li>
              ))}
            </ul>
          ))}
        </div>
      ) : (
        <p className={styles.emptyCourt}>{empty}</p>
      )}
      {children}
    </article>
  );
}

/** A name without actions. */
export function PlayerName({ name, isMe = false }: { name: string; isMe?: boolean }) {
  return (
    <span
      className={styles.name}
      data-me={isMe || undefined}
      style={{ "--own-letters": name.length } as React.CSSProperties}
    >
      {name}
      {isMe && <span className="visually-hidden"> (you)</span>}
    </span>
  );
}
