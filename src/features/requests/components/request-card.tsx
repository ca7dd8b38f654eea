import { useState } from "react";
import { MatchCard } from "#src/features/requests/components/match-card.tsx";
import { nicknameOf, type PendingPerson } from "#src/features/requests/components/pending-types.ts";
import styles from "#src/features/requests/components/request-card.module.css";
import { Templates } from "#src/features/requests/components/templates.tsx";
import type { DeskTools, Open } from "#src/features/requests/components/use-desk.ts";
import { ChatPicture } from "#src/features/chats/components/chat-picture.tsx";
import { webUrl } from "#src/features/events/components/safe-links.ts";
import { formatPhone } from "#src/shared/contact.ts";
import { Button } from "#src/ui/button-link.tsx";
import { useMoments } from "#src/ui/moments.ts";
import card from "#src/features/requests/components/card.module.css";

/** The records shown at first; a button shows the less similar ones. */
const MATCHES_SHOWN = 3;

export const cardId = (requestId: string) => `request-${requestId}`;

/** The person's profile in the chat. */
function ChatFacts({ person }: { person: PendingPerson }) {
  const { momentWords } = useMoments();
  const { groupmeData, requestedAt } = person;
  const facts = [
    ["Phone", formatPhone(groupmeData.phone) || "Not given"],
    ["Id", groupmeData.id],
    ["User id", groupmeData.user_id],
  ] as const;
  const picture = webUrl(groupmeData.image_url);
  return (
    <div className={styles.person}>
      <ChatPicture imageUrl={groupmeData.image_url} name={nicknameOf(person)} sizes="64px" className={styles.picture} />
      <div>
        <h3 id={`${cardId(person.requestId)}-name`} className={styles.nickname}>
          {nicknameOf(person)}
        </h3>
        <p className="quiet">
          Asked on <time dateTime={requestedAt}>{momentWords(requestedAt)}</time>
        </p>
      </div>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {picture !== null && (
          <div>
            <dt>Picture</dt>
            <dd>
              <a href={picture} target="_blank" rel="noreferrer">
                Open it
              </a>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

type RequestCardProps = {
  person: PendingPerson;
  desk: DeskTools;
  isCurrent: boolean;
  onFocus: () => void;
  onMerge: () => void;
};

function Matches({ person, desk }: Pick<RequestCardProps, "person" | "desk">) {
  const { requestId, matchingDbUsers: matches } = person;
  const [isAll, setIsAll] = useState(false);
  const chosen = desk.desk.chosen[requestId];
  // The chosen match is always visible.
  const least = Math.max(MATCHES_SHOWN, matches.findIndex(({ userId }) => userId === chosen) + 1);
  const shown = isAll ? matches : matches.slice(0, least);
  if (matches.length === 0) return <p className={styles.none}>Nobody in the database matches this person.</p>;
  return (
    <>
      <ol className={styles.matches}>
        {shown.map((match, index) => (
          <MatchCard
            key={match.userId}
            match={match}
            number={index + 1}
            isChosen={match.userId === chosen}
            hasEdits={desk.desk.edits[match.userId] !== undefined}
            onChoose={() => desk.choose(requestId, match.userId)}
            onEdit={() => desk.show({ kind: "edit", requestId, userId: match.userId })}
          />
        ))}
      </ol>
      {shown.length < matches.length && (
        <Button variant="quiet" onClick={() => setIsAll(true)}>
          Show {matches.length - shown.length} more
        </Button>
      )}
    </>
  );
}

/** A join request: the person in the chat, their possible records, and the actions. */
export function RequestCard({ person, desk, isCurrent, onFocus, onMerge }: RequestCardProps) {
  const { requestId, matchingDbUsers: matches } = person;
  const show = (kind: Exclude<Open["kind"], "edit">) => desk.show({ kind, requestId });
  return (
    <article
      id={cardId(requestId)}
      data-request={requestId}
      className={`${card.card} ${styles.request}`}
      tabIndex={-1}
      aria-labelledby={`${cardId(requestId)}-name`}
      aria-current={isCurrent || undefined}
      onFocus={onFocus}
    >
      <ChatFacts person={person} />
      <div className={styles.records}>
        <Matches person={person} desk={desk} />
        <div className={styles.actions}>
          {matches.length > 0 && (
            <Button variant="quiet" onClick={onMerge}>
              Merge records
            </Button>
          )}
          <Button variant="quiet" onClick={() => show("create")}>
            Create person
          </Button>
          <Button variant="quiet" onClick={() => show("decline")}>
            Decline
          </Button>
        </div>
      </div>
      <Templates nickname={person.groupmeData.nickname} />
    </article>
  );
}
