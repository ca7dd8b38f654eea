import { useState } from "react";
import styles from "#src/features/people/components/merge/merge-dialog.module.css";
import { MergeFields } from "#src/features/people/components/merge/merge-fields.tsx";
import { type MergeWork, toggled, withBase } from "#src/features/people/components/merge/merge-work.ts";
import { useMerge } from "#src/features/people/components/merge/use-merge.ts";
import { nameOf } from "#src/features/people/components/record-fields.ts";
import type { Merged, MergeRequest } from "#src/features/people/schema/merge.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { formatPhone } from "#src/shared/contact.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";
import foot from "#src/features/people/components/dialog-foot.module.css";

type MergeDialogProps = {
  title: string;
  /** Two or more; the first is the base unless another is chosen. */
  records: readonly User[];
  work: MergeWork;
  onWork: (work: MergeWork) => void;
  /** The request to approve with the merged record. */
  approval?: MergeRequest["approval"];
  /** The confirmation question; undefined for none. */
  question?: (base: User, others: readonly User[]) => string;
  /** Wraps a failure reason into a sentence. */
  failed: (reason: string) => string;
  onMerged: (merged: Merged) => void;
  /** Closed without a decision: the choices may stay. */
  onClose: () => void;
  /** Canceled: discard the choices. */
  onCancel: () => void;
};

type RecordsProps = Pick<MergeDialogProps, "records" | "work" | "onWork"> & {
  base: string | undefined;
  called: (record: User) => string;
};

/** Choose which records to merge, and which one stays. */
function Records({ records, work, base, called, onWork }: RecordsProps) {
  const { dayWords } = useMoments();
  return (
    <ul className={styles.records}>
      {records.map((record) => {
        const { userId } = record;
        const takesPart = !work.left.includes(userId);
        return (
          <li key={userId} className={styles.record} data-base={userId === base || undefined}>
            <p className={styles.name}>{called(record)}</p>
            <p className={styles.about}>
              {[record.email, formatPhone(record.phone), `added ${dayWords(record.dateAdded)}`]
                .filter(Boolean)
                .join(" · ")}
            </p>
            <label className={styles.check}>
              <input type="checkbox" checked={takesPart} onChange={() => onWork(toggled(work, userId))} />
              <span>
                Merge this record<span className="visually-hidden">: {called(record)}</span>
              </span>
            </label>
            <label className={styles.check}>
              <input
                type="radio"
                name="merge-base"
                checked={userId === base}
                disabled={!takesPart}
                onChange={() => onWork(withBase(work, userId))}
              />
              <span>
                Base: this one stays<span className="visually-hidden">: {called(record)}</span>
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

/** The confirmation before the merge. */
function Question({ words, onYes, onNo }: { words: string; onYes: () => void; onNo: () => void }) {
  return (
    <Notice kind="warning" title={words}>
      <div className="buttons">
        <Button ref={takeFocus} onClick={onYes}>
          Yes, merge
        </Button>
        <Button variant="quiet" onClick={onNo}>
          Back
        </Button>
      </div>
    </Notice>
  );
}

/** Records of one person side by side, to merge. The server previews the result and performs the merge. */
export function MergeDialog(props: MergeDialogProps) {
  const { title, records, work, onWork, approval, question, failed, onMerged, onClose, onCancel } = props;
  const [isAsking, setIsAsking] = useState(false);
  const { part, preview, isBusy, merge, failure } = useMerge({ records, work, approval, failed, onMerged });
  const count = part.length;
  const called = (record: User) => `${records.indexOf(record) + 1}. ${nameOf(record)}`;
  const [base, ...others] = part;
  function begin(): void {
    if (question && count > 1) setIsAsking(true);
    else void merge();
  }
  function goOn(): void {
    setIsAsking(false);
    void merge();
  }
  return (
    <Dialog title={title} isWide mayClose={() => !isBusy} hasAnswers={false} onClose={onClose}>
      <div className={styles.merge}>
        <Records records={records} work={work} base={part[0]?.userId} called={called} onWork={onWork} />
        {preview && count > 1 && (
          <MergeFields
            part={part}
            preview={preview}
            work={work}
            called={called}
            onChoose={(field, userId) => onWork({ ...work, choices: { ...work.choices, [field]: userId } })}
          />
        )}
        <div className={`${foot.foot} ${styles.foot}`}>
          <FailureNotice words={failure} />
          {isAsking && question && base ? (
            <Question words={question(base, others)} onYes={goOn} onNo={() => setIsAsking(false)} />
          ) : (
            <div className="buttons">
              <Button aria-disabled={isBusy || count < 2 || undefined} onClick={begin}>
                {isBusy ? "Saving…" : `Save merge of ${count}`}
              </Button>
              <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
                Cancel
              </Button>
            </div>
          )}
          <p className={styles.hint}>
            The base stays{approval && " and is approved"}, the others become part of it. It can be undone for 30 days.
          </p>
        </div>
      </div>
    </Dialog>
  );
}
