import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import styles from "#src/features/events/polls/components/event-poll.module.css";
import { PollEditor } from "#src/features/events/polls/components/poll-editor.tsx";
import type { PollView } from "#src/features/events/polls/schema.ts";
import type { RsvpTools } from "#src/features/events/rsvps/components/use-rsvp.ts";
import { forVisitors, useSessionState, useSignedIn } from "#src/features/identity/session.ts";
import { Button } from "#src/ui/button-link.tsx";

type PollProps = {
  poll: PollView;
  /** The event is over or canceled, so voting and reopening are closed. */
  isOver: boolean;
  tools: RsvpTools;
};

type Option = PollView["options"][number];

function votersWords(voters: number): string {
  if (voters === 0) return "Nobody has voted yet";
  return voters === 1 ? "1 person voted" : `${voters} people voted`;
}

function percent(votes: number, voters: number): number {
  return voters === 0 ? 0 : Math.round((votes / voters) * 100);
}

/** An option with its number of votes and a bar. */
function Votes({ option, voters, isChosen }: { option: Option; voters: number; isChosen: boolean }) {
  return (
    <>
      <span className={styles.bar} style={{ width: `${percent(option.votes, voters)}%` }} aria-hidden />
      <span className={styles.label}>
        {isChosen && <IconCheck size={20} stroke={2.5} aria-hidden className={styles.check} />}
        {option.label}
      </span>
      <span className={styles.votes}>
        {option.votes}
        <span className="visually-hidden"> {option.votes === 1 ? "vote" : "votes"}</span>
      </span>
    </>
  );
}

/** The selected options after a press; null if nothing changes. */
function afterPress(poll: PollView, chosen: readonly string[], id: string): readonly string[] | null {
  if (!poll.multiple) return chosen.includes(id) ? null : [id];
  return chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
}

/** The actions besides voting. Always one line, to avoid a layout shift once the viewer is known. */
function Foot({ poll, isOver, tools: { rsvpState, closePoll, savePoll } }: PollProps) {
  const { closed } = poll;
  const [isEditing, setIsEditing] = useState(false);
  const session = useSessionState();
  const { pathname } = useLocation();
  if (rsvpState?.canManage) {
    return (
      <div className={styles.manage}>
        <Button variant="quiet" onClick={() => setIsEditing(true)}>
          Edit poll
        </Button>
        {!isOver && (
          <Button variant="quiet" onClick={() => closePoll(!closed)}>
            {closed ? "Reopen the poll" : "Close the poll"}
          </Button>
        )}
        {isEditing && <PollEditor poll={poll} savePoll={savePoll} onClose={() => setIsEditing(false)} />}
      </div>
    );
  }
  if (closed || isOver) return null;
  return session === "signed-in" ? (
    <p className={styles.foot}>
      {poll.options.some(({ chosen }) => chosen) ? "You can change your vote." : "Choose an answer to vote."}
    </p>
  ) : (
    <Link to={`/login?${new URLSearchParams({ next: pathname })}`} className={styles.foot} {...forVisitors(session)}>
      Sign in to vote
    </Link>
  );
}

/** The event's poll: everyone sees the counts; signed-in people vote, and can change their vote while it is open. */
export function EventPoll({ poll, isOver, tools }: PollProps) {
  const isSignedIn = useSignedIn();
  const { rsvpState, pending, word, vote } = tools;
  const chosen = pending?.optionIds ?? poll.options.filter((option) => option.chosen).map(({ id }) => id);
  // Before the viewer's votes are known, a press would remove their other votes.
  const isClosed = poll.closed || isOver;
  const canVote = isSignedIn && rsvpState !== null && !isClosed;
  const press = (id: string) => {
    const next = afterPress(poll, chosen, id);
    if (next) vote(next);
  };
  return (
    <div className={styles.poll} role="group" aria-label={poll.question}>
      <p className={styles.question}>{poll.question}</p>
      <ul className={styles.options}>
        {poll.options.map((option) => {
          const isChosen = chosen.includes(option.id);
          const votes = <Votes option={option} voters={poll.voters} isChosen={isChosen} />;
          return (
            <li key={option.id}>
              {canVote ? (
                <button
                  type="button"
                  className={styles.option}
                  aria-pressed={isChosen}
                  onClick={() => press(option.id)}
                >
                  {votes}
                </button>
              ) : (
                <div className={styles.option} data-chosen={isChosen || undefined}>
                  {votes}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <p className="quiet" aria-live="polite">
        {votersWords(poll.voters)}
        {poll.membersOnly && ". Only members see it"}
        {poll.multiple && !isClosed && ". You can choose several"}
        {isClosed && ". This poll is closed"}.
      </p>
      {word?.about === "poll" && (
        <p className={styles.refused} role="alert">
          {word.text}
        </p>
      )}
      <Foot poll={poll} isOver={isOver} tools={tools} />
    </div>
  );
}
