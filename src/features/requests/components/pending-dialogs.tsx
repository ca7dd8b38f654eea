import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { EditDialog } from "#src/features/people/components/edit/edit-dialog.tsx";
import { MergeDialog } from "#src/features/people/components/merge/merge-dialog.tsx";
import { NEW_MERGE } from "#src/features/people/components/merge/merge-work.ts";
import { ConfirmDialog } from "#src/features/requests/components/confirm-dialog.tsx";
import { nicknameOf, type PendingPerson } from "#src/features/requests/components/pending-types.ts";
import type { useDecisions } from "#src/features/requests/components/use-decisions.ts";
import type { DeskTools, Open } from "#src/features/requests/components/use-desk.ts";
import { failedToMerge } from "#src/features/people/messages.ts";

type DialogsProps = {
  people: readonly PendingPerson[];
  desk: DeskTools;
  decisions: ReturnType<typeof useDecisions>;
  reload: () => void;
};
type OneProps = DialogsProps & { person: PendingPerson };

function EditMatch({ person, userId, desk, reload }: OneProps & { userId: string }) {
  const match = person.matchingDbUsers.find((each) => each.userId === userId);
  if (!match) return null;
  const close = () => desk.show(null);
  const forget = () => {
    desk.clearEdits(userId);
    close();
  };
  return (
    <EditDialog
      user={match}
      edits={desk.desk.edits[userId] ?? {}}
      onEdits={(edits) => (Object.keys(edits).length > 0 ? desk.edit(userId, edits) : desk.clearEdits(userId))}
      save={(fields, seen) =>
        consoleFetch("/api/pending-join-requests", {
          method: "POST",
          body: { type: "editUser", userId, groupmeId: person.groupmeData.id, fields, seen },
        })
      }
      onSaved={() => {
        forget();
        reload();
      }}
      onClose={close}
      onCancel={forget}
    />
  );
}

function MergeMatches({ person, desk, decisions, reload }: OneProps) {
  const { requestId, groupmeData, matchingDbUsers } = person;
  const close = () => desk.show(null);
  const forget = () => {
    desk.clearMerge(requestId);
    close();
  };
  return (
    <MergeDialog
      title={`Merge records of ${nicknameOf(person)}`}
      records={matchingDbUsers}
      work={desk.desk.merges[requestId] ?? NEW_MERGE}
      onWork={(work) => desk.merge(requestId, work)}
      approval={{ groupmeId: groupmeData.id, groupmeUserId: groupmeData.user_id }}
      failed={failedToMerge}
      onMerged={({ message, auditId }) => {
        decisions.say({ kind: "done", words: `${message} ${nicknameOf(person)} is approved.`, auditIds: [auditId] });
        desk.welcome([person]);
        forget();
        reload();
      }}
      onClose={close}
      onCancel={forget}
    />
  );
}

const QUESTIONS = {
  create: {
    title: (name: string) => `Make a new record for ${name}?`,
    text: "It uses the details from the chat, and the person is approved.",
    action: "Make the record and approve",
  },
  decline: {
    title: (name: string) => `Decline ${name}?`,
    text: "The request goes from this list. Nothing else changes, and they may ask again.",
    action: "Decline the request",
  },
} as const;

function Question({ person, kind, desk, decisions }: OneProps & { kind: keyof typeof QUESTIONS }) {
  const { title, text, action } = QUESTIONS[kind];
  const close = () => desk.show(null);
  return (
    <ConfirmDialog
      title={title(nicknameOf(person))}
      text={text}
      action={action}
      isBusy={decisions.isBusy}
      // The list behind the dialog shows the result.
      onConfirm={() => void decisions.decide(person, kind).then(close)}
      onClose={close}
    />
  );
}

/** Whatever is open over the list. */
export function PendingDialogs(props: DialogsProps) {
  const open: Open | null = props.desk.desk.open;
  const person = open && props.people.find(({ requestId }) => requestId === open.requestId);
  if (!open || !person) return null;
  if (open.kind === "edit") return <EditMatch key={open.userId} {...props} person={person} userId={open.userId} />;
  if (open.kind === "merge") return <MergeMatches key={open.requestId} {...props} person={person} />;
  return <Question {...props} person={person} kind={open.kind} />;
}
