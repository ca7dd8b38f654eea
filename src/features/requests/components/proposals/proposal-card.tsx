import { useState } from "react";
import { useMoments } from "#src/ui/moments.ts";
import { cardId } from "#src/features/requests/components/request-card.tsx";
import styles from "#src/features/requests/components/proposals/proposals.module.css";
import { factsOfField, nameOf, valueOf, wordsOf } from "#src/features/people/components/record-fields.ts";
import type { Proposal } from "#src/features/requests/schema/proposals.ts";
import type { JoinFormField } from "#src/shared/proposals.ts";
import { Button } from "#src/ui/button-link.tsx";
import card from "#src/features/requests/components/card.module.css";
import { Reasons } from "#src/features/requests/components/reasons.tsx";

type RowProps = {
  proposal: Proposal;
  field: JoinFormField;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A field that differs, with a checkbox to apply it. */
function FieldRow({ proposal: { known, said }, field, isChosen, onChoose }: RowProps) {
  const current = wordsOf(field, valueOf(known, field));
  return (
    <label className={styles.row} data-chosen={isChosen || undefined}>
      <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
      <span className={styles.label}>{factsOfField(field).label}</span>
      <span className={styles.current}>
        <span className={styles.side}>Now</span>
        {current || "Nothing"}
      </span>
      <span className={styles.said}>
        <span className={styles.side}>Join form</span>
        {wordsOf(field, valueOf(said, field))}
      </span>
      {field === "email" && (
        <span className={styles.hint}>
          If this person has no account yet, the owner of this email can sign in as them. An account that is there keeps
          its own email. The old address gets an email about it.
        </span>
      )}
    </label>
  );
}

function actionWords(fields: readonly JoinFormField[], chosen: readonly JoinFormField[]): string {
  if (chosen.length === fields.length) return "Take over all";
  if (fields.every((field) => field === "email" || chosen.includes(field)) && !chosen.includes("email"))
    return "Take over all but the email";
  return chosen.length === 1 ? "Take over 1 field" : `Take over ${chosen.length} fields`;
}

/** The form's person, its date, and the reasons for the match. */
function Head({ proposal: { id, known, said, reasons, saidStays, isBlocked, createdAt } }: { proposal: Proposal }) {
  const { momentWords } = useMoments();
  return (
    <>
      <div className={styles.top}>
        <h3 id={`${cardId(id)}-name`} className={styles.name}>
          {nameOf(said)} <span className={styles.quiet}>may be</span> {nameOf(known)}
        </h3>
        <time dateTime={createdAt} className={styles.quiet}>
          {momentWords(createdAt)}
        </time>
      </div>
      <Reasons
        reasons={reasons}
        facts={[
          wordsOf("status", known.status),
          ...(isBlocked ? ["Blocked"] : []),
          ...(saidStays ? ["The form's person has an account or an RSVP"] : []),
        ]}
      />
    </>
  );
}

type ActionsProps = Pick<ProposalCardProps, "isBusy" | "onTakeOver" | "onDismiss"> & {
  name: string;
  fields: readonly JoinFormField[];
  picked: readonly JoinFormField[];
};

function Actions({ name, fields, picked, isBusy, onTakeOver, onDismiss }: ActionsProps) {
  return (
    <div className={styles.actions}>
      {fields.length > 0 && (
        <Button
          data-take-over
          aria-disabled={isBusy || picked.length === 0 || undefined}
          onClick={() => !isBusy && picked.length > 0 && onTakeOver(picked)}
        >
          {isBusy ? "Working…" : actionWords(fields, picked)}
          <span className="visually-hidden"> for {name}</span>
        </Button>
      )}
      <Button variant="quiet" data-dismiss aria-disabled={isBusy || undefined} onClick={() => !isBusy && onDismiss()}>
        Dismiss<span className="visually-hidden"> the join form about {name}</span>
      </Button>
    </div>
  );
}

export type ProposalCardProps = {
  proposal: Proposal;
  isBusy: boolean;
  isCurrent: boolean;
  onFocus: () => void;
  onTakeOver: (fields: readonly JoinFormField[]) => void;
  onDismiss: () => void;
};

/** A join form beside the person it may be about. */
export function ProposalCard({ proposal, isBusy, isCurrent, onFocus, onTakeOver, onDismiss }: ProposalCardProps) {
  const { id, known, fields } = proposal;
  // The email decides who can sign in as a person without an account, so only an organizer can apply it.
  const [chosen, setChosen] = useState<readonly JoinFormField[]>(fields.filter((field) => field !== "email"));
  const choose = (field: JoinFormField, isChosen: boolean) =>
    setChosen(fields.filter((each) => (each === field ? isChosen : chosen.includes(each))));
  const picked = fields.filter((field) => chosen.includes(field));
  const name = nameOf(known);
  return (
    <article
      id={cardId(id)}
      data-request={id}
      className={`${card.card} ${styles.proposal}`}
      tabIndex={-1}
      aria-labelledby={`${cardId(id)}-name`}
      aria-current={isCurrent || undefined}
      onFocus={onFocus}
    >
      <Head proposal={proposal} />
      {fields.length === 0 ? (
        <p className={styles.quiet}>The form says nothing that is not here already.</p>
      ) : (
        <fieldset className={styles.fields}>
          <legend className="visually-hidden">What to take over</legend>
          {fields.map((field) => (
            <FieldRow
              key={field}
              proposal={proposal}
              field={field}
              isChosen={chosen.includes(field)}
              onChoose={(isChosen) => choose(field, isChosen)}
            />
          ))}
        </fieldset>
      )}
      <Actions
        name={name}
        fields={fields}
        picked={picked}
        isBusy={isBusy}
        onTakeOver={onTakeOver}
        onDismiss={onDismiss}
      />
    </article>
  );
}
