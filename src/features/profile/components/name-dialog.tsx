import { NameFields } from "#src/features/identity/components/auth-fields.tsx";
import { FaultsContext, refusalFaults, useAuthForm } from "#src/features/identity/components/use-auth-form.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { nameFaults } from "#src/features/identity/rules.ts";
import styles from "#src/features/profile/components/profile-modal.module.css";
import type { Profile } from "#src/features/profile/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";

type NameDialogProps = { onSaved: () => void; onClose: () => void };

/** Asks a person without a name for one, so that attendee lists can show it. */
export function NameDialog({ onSaved, onClose }: NameDialogProps) {
  const { form, isBusy, faults, submit } = useAuthForm({
    names: ["firstName", "lastName"] as const,
    check: nameFaults,
    async send(names) {
      const answer = await memberFetch<Profile>("/api/profile", { method: "PATCH", body: names });
      if (!answer.ok) return refusalFaults(answer);
      onSaved();
      return null;
    },
  });
  return (
    <Dialog title="What’s your name?" onClose={onClose}>
      <FaultsContext value={faults}>
        <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          <p>Your answer is saved. Add your name so the others know who’s coming.</p>
          <NameFields />
          <FailureNotice title="Not saved" words={faults.summary} />
          <div className={styles.actions}>
            <Button variant="quiet" disabled={isBusy} onClick={onClose}>
              Not now
            </Button>
            <Button type="submit" aria-disabled={isBusy || undefined}>
              {isBusy ? "Saving…" : "Save name"}
            </Button>
          </div>
        </form>
      </FaultsContext>
    </Dialog>
  );
}
