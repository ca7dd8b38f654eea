import { UndoNotice, useUndo } from "#src/features/console/components/undo-notice.tsx";
import { ProposalCard } from "#src/features/requests/components/proposals/proposal-card.tsx";
import styles from "#src/features/requests/components/proposals/proposals.module.css";
import type { ProposalTools } from "#src/features/requests/components/proposals/use-proposals.ts";
import { NO_PROPOSALS, PROPOSALS_TITLE } from "#src/features/requests/messages/proposals.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** The toolbar's target. */
export const PROPOSALS_ID = "join-form-proposals";

type ProposalListProps = { tools: ProposalTools; current: string | null; onFocus: (id: string) => void };

/** Join forms that may be about a known person, each applied or dismissed with one press. */
export function ProposalList({ tools, current, onFocus }: ProposalListProps) {
  const { items, next, failure, refusal, deed, busyId, reload, more, forgetDeed, takeOver, dismiss } = tools;
  const undo = useUndo(deed, reload);
  const isEmpty = items !== null && items.length === 0;
  // Most days there are none; then nothing is rendered.
  if (failure === null && refusal === null && deed === null && (items === null || isEmpty)) return null;
  return (
    <section className={styles.section} id={PROPOSALS_ID} aria-labelledby={`${PROPOSALS_ID}-title`} tabIndex={-1}>
      <h2 id={`${PROPOSALS_ID}-title`} className={styles.title}>
        {PROPOSALS_TITLE}
      </h2>
      <p className={styles.quiet}>
        Forms don’t change a record by themselves. Take over what is right, or dismiss the form. Both can be undone.
      </p>
      {[failure, refusal].map(
        (words) =>
          words !== null && (
            <Notice key={words} kind="error">
              <p>{words}</p>
            </Notice>
          ),
      )}
      {isEmpty && <p>{NO_PROPOSALS}</p>}
      {items?.map((proposal) => (
        <ProposalCard
          // A changed proposal remounts, which clears the choices made for its old values.
          key={`${proposal.id} ${proposal.mark}`}
          proposal={proposal}
          isBusy={busyId === proposal.id}
          isCurrent={current === proposal.id}
          onFocus={() => onFocus(proposal.id)}
          onTakeOver={(fields) => void takeOver(proposal, fields)}
          onDismiss={() => void dismiss(proposal)}
        />
      ))}
      {next !== null && (
        <Button variant="quiet" onClick={more}>
          Show more join forms
        </Button>
      )}
      <div className={styles.deed}>
        <UndoNotice undo={undo} onClose={forgetDeed} />
      </div>
    </section>
  );
}
