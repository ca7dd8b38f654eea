import { nameOf, ROLE_WORDS, wordsOf } from "#src/features/people/components/record-fields.ts";
import styles from "#src/features/requests/components/match-card.module.css";
import type { Match } from "#src/features/requests/components/pending-types.ts";
import { formatPhone } from "#src/shared/contact.ts";
import { Button } from "#src/ui/button-link.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { Reasons } from "#src/features/requests/components/reasons.tsx";

type MatchCardProps = {
  match: Match;
  /** Its shortcut digit, from 1. */
  number: number;
  isChosen: boolean;
  hasEdits: boolean;
  onChoose: () => void;
  onEdit: () => void;
};

/** The record's facts, one line each; unknown ones are left out. */
function factsOf(match: Match, added: string): readonly (readonly [label: string, value: string])[] {
  const facts: readonly (readonly [string, string])[] = [
    ["Email", match.email],
    ["Phone", formatPhone(match.phone)],
    ["Second phone", formatPhone(match.zphone2)],
    ["Sex", wordsOf("zsex", match.zsex)],
    ["Referred by", match.referredBy],
    ["Interested in", wordsOf("reInterestedInEvents", match.reInterestedInEvents)],
    ["Added", added],
  ];
  return facts.filter(([, value]) => value !== "");
}

/** A record that may be the requester's: the reasons, its facts, and whether it is chosen. */
export function MatchCard({ match, number, isChosen, hasEdits, onChoose, onEdit }: MatchCardProps) {
  const { dayWords } = useMoments();
  const name = nameOf(match);
  return (
    <li className={styles.match} data-chosen={isChosen || undefined}>
      <button type="button" className={styles.choose} aria-pressed={isChosen} onClick={onChoose}>
        <span className={styles.ring} aria-hidden />
        <span className={styles.name}>{name}</span>
        <span className={styles.score}>
          {Math.round(match.score * 100)}%<span className="visually-hidden"> sure</span>
        </span>
        {number < 10 && (
          <kbd className={styles.key} aria-hidden>
            {number}
          </kbd>
        )}
      </button>
      <Reasons
        reasons={match.reasons}
        facts={[
          wordsOf("status", match.status),
          ...(match.isBlocked ? ["Blocked"] : []),
          ...(match.role === "user" ? [] : [ROLE_WORDS[match.role]]),
        ]}
        hasEdits={hasEdits}
      />
      <dl className={styles.facts}>
        {factsOf(match, dayWords(match.dateAdded)).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button variant="quiet" className={styles.edit ?? ""} onClick={onEdit}>
        Edit<span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  );
}
