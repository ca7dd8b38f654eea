import { useState } from "react";
import { MEMBERS_A_PAGE, readMoreMembers } from "#src/features/chats/components/chat-calls.ts";
import type { ChatMember } from "#src/features/chats/components/chat-types.ts";
import styles from "#src/features/chats/components/members-grid.module.css";
import { Button } from "#src/ui/button-link.tsx";

function Member({ member }: { member: ChatMember }) {
  return (
    <li className={styles.member}>
      <span className={styles.avatar} aria-hidden>
        {[...member.name][0]}
      </span>
      <span className={styles.names}>
        <span className={styles.name}>{member.name}</span>
        {member.nickname !== "" && member.nickname !== member.name && <span className="quiet">{member.nickname}</span>}
      </span>
    </li>
  );
}

type MembersGridProps = {
  chatId: string;
  /** The first page, which is polled. */
  members: readonly ChatMember[];
};

/** The members of a chat, a page at a time. */
export function MembersGrid({ chatId, members }: MembersGridProps) {
  const [more, setMore] = useState<readonly ChatMember[]>([]);
  const [isReading, setIsReading] = useState(false);
  const [isAtEnd, setIsAtEnd] = useState(false);
  const shown = [...new Map([...members, ...more].map((member) => [member.id, member])).values()];
  const last = shown.at(-1);
  const hasMore = !isAtEnd && members.length >= MEMBERS_A_PAGE && last !== undefined;

  async function readMore(after: string) {
    setIsReading(true);
    const answer = await readMoreMembers(chatId, after);
    setIsReading(false);
    if (!answer.ok) return;
    const next = answer.value.chat?.members ?? [];
    setIsAtEnd(next.length < MEMBERS_A_PAGE);
    setMore((known) => [...known, ...next]);
  }

  return (
    <section className={styles.section} aria-labelledby="members">
      <h2 id="members" className={styles.title}>
        Members
      </h2>
      <ul className={styles.grid}>
        {shown.map((member) => (
          <Member key={member.id} member={member} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="quiet" disabled={isReading} onClick={() => void readMore(last.id)}>
          {isReading ? "Loading…" : "Show more members"}
        </Button>
      )}
    </section>
  );
}
