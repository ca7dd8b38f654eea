import { useState } from "react";
import { AddDialog } from "#src/features/people-list/components/add-dialog.tsx";
import { DeleteDialog } from "#src/features/people-list/components/delete-dialog.tsx";
import { ImportDialog } from "#src/features/people-list/components/import-dialog.tsx";
import { TagDialog } from "#src/features/people-list/components/tag-dialog.tsx";
import { TargetDialog } from "#src/features/people-list/components/target-dialog.tsx";
import type { UserActions } from "#src/features/people-list/components/use-user-actions.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { EditDialog } from "#src/features/people/components/edit/edit-dialog.tsx";
import { PersonShowRate } from "#src/features/events/forecast/components/person-show-rate.tsx";
import { MembershipPanel } from "#src/features/membership/books/components/membership-panel.tsx";
import { MergeDialog } from "#src/features/people/components/merge/merge-dialog.tsx";
import { NEW_MERGE } from "#src/features/people/components/merge/merge-work.ts";
import { nameOf } from "#src/features/people/components/record-fields.ts";
import {
  addedWords,
  failedWords,
  mergeFailed,
  mergeQuestion,
  NO_CHANGES_TO_SAVE,
} from "#src/features/people/messages.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { Dialog } from "#src/ui/dialog.tsx";

const WORDS = {
  unchanged: NO_CHANGES_TO_SAVE,
  failed: ({ status, message }: { status: number; message: string }) => failedWords("update", status, message),
};

function Edit({ user, actions }: { user: User; actions: UserActions }) {
  const { userId } = user;
  return (
    <EditDialog
      user={user}
      edits={actions.editsOf(userId)}
      onEdits={(edits) => actions.keepEdits(userId, edits)}
      save={async (fields, seen) => {
        const body = { type: "editUser", userId, fields, seen };
        const answer = await consoleFetch<{ message: string; user: User }>("/api/pending-join-requests", {
          method: "POST",
          body,
        });
        if (answer.ok) actions.keepEdits(userId, {});
        return answer;
      }}
      words={WORDS}
      onSaved={(words) => actions.done({ words, auditIds: [] }, { of: user })}
      onClose={actions.close}
      onCancel={() => {
        actions.keepEdits(userId, {});
        actions.close();
      }}
    />
  );
}

function Merge({ records, actions }: { records: readonly User[]; actions: UserActions }) {
  const [work, setWork] = useState(NEW_MERGE);
  return (
    <MergeDialog
      title="Merge people"
      records={records}
      work={work}
      onWork={setWork}
      question={(base, others) => mergeQuestion(nameOf(base), others.map(nameOf))}
      failed={mergeFailed}
      onMerged={({ message, auditId, mergedUser }) =>
        actions.done({ words: message, auditIds: [auditId], merged: mergedUser }, { of: records.at(-1), gone: records })
      }
      onClose={actions.close}
      onCancel={actions.close}
    />
  );
}

/** The user manager's open dialog, if any. */
export function UserDialogs({ actions }: { actions: UserActions }) {
  const { open, show, close, done } = actions;
  if (!open) return null;
  if (open.kind === "merge") return <Merge records={open.records} actions={actions} />;
  if (open.kind === "import")
    return <ImportDialog onClose={close} onImported={(words, auditIds) => done({ words, auditIds })} />;
  if (open.kind === "add")
    return <AddDialog onClose={close} onAdded={(user) => done({ words: addedWords(nameOf(user)), auditIds: [] })} />;
  if (open.kind === "tag")
    return (
      <TagDialog
        users={open.users}
        onClose={close}
        onDone={({ message, auditIds }) => done({ words: message, auditIds })}
      />
    );
  if (open.kind === "delete") {
    const { users } = open;
    return (
      <DeleteDialog
        users={users}
        onClose={close}
        onDeleted={({ message, auditIds }) => done({ words: message, auditIds }, { of: users[0], gone: users })}
      />
    );
  }
  const { user } = open;
  if (open.kind === "target") {
    return (
      <TargetDialog
        source={user}
        onClose={close}
        onTarget={(target) => show({ kind: "merge", records: [target, user] })}
      />
    );
  }
  if (open.kind === "membership") {
    return (
      <Dialog title={`Membership of ${nameOf(user)}`} onClose={close}>
        <PersonShowRate userId={user.userId} />
        <MembershipPanel userId={user.userId} />
      </Dialog>
    );
  }
  return <Edit user={user} actions={actions} />;
}
