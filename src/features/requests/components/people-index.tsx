import { cardId } from "#src/features/requests/components/request-card.tsx";
import { nicknameOf, type PendingPerson } from "#src/features/requests/components/pending-types.ts";
import styles from "#src/features/requests/components/pending-tab.module.css";

type PeopleIndexProps = {
  people: readonly PendingPerson[];
  chosen: Readonly<Record<string, string>>;
  current: string | null;
  onGo: (requestId: string) => void;
};

/** The state of a request in a word or two. */
function matchWords(person: PendingPerson, isChosen: boolean): string {
  if (isChosen) return "Chosen";
  const { length } = person.matchingDbUsers;
  if (length === 0) return "No match";
  return length === 1 ? "1 match" : `${length} matches`;
}

/** An index of the list; beside it on wide screens. */
export function PeopleIndex({ people, chosen, current, onGo }: PeopleIndexProps) {
  return (
    <nav className={styles.index} aria-label="People who ask to join">
      <ul>
        {people.map((person) => {
          const { requestId } = person;
          const isChosen = chosen[requestId] !== undefined;
          return (
            <li key={requestId}>
              <a
                href={`#${cardId(requestId)}`}
                className={styles.entry}
                aria-current={requestId === current || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  onGo(requestId);
                }}
              >
                <span>{nicknameOf(person)}</span>
                <span className={styles.matches} data-chosen={isChosen || undefined}>
                  {matchWords(person, isChosen)}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
