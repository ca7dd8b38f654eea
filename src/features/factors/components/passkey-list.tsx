import { useState } from "react";
import { removePasskey, renamePasskey } from "#src/features/factors/components/factor-calls.ts";
import styles from "#src/features/factors/components/factors.module.css";
import { RemoveDialog } from "#src/features/factors/components/remove-dialog.tsx";
import { NAME_REQUIRED, LAST_FACTOR_GOES } from "#src/features/factors/messages.ts";
import { MAX_PASSKEY_NAME } from "#src/features/factors/rules.ts";
import type { Factors, Passkey } from "#src/features/factors/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";
import { useMoments } from "#src/ui/moments.ts";

type Changed = { onChanged: (factors: Factors) => void };

function PasskeyFacts({ addedAt, usedAt, isSynced }: Passkey) {
  const { dayWords } = useMoments();
  const used = usedAt === null ? "not used yet" : `last used ${dayWords(usedAt)}`;
  return `Added ${dayWords(addedAt)}, ${used}${isSynced ? ", synced to your other devices" : ""}`;
}

function RenameDialog({ passkey, onChanged, onClose }: Changed & { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  async function save(): Promise<void> {
    if (isBusy) return;
    if (name.trim() === "") return setError(NAME_REQUIRED);
    setIsBusy(true);
    const answer = await renamePasskey(passkey.id, name);
    setIsBusy(false);
    if (!answer.ok) return setError(answer.fields?.["name"] ?? answer.message);
    onChanged(answer.value);
    onClose();
  }
  return (
    <Dialog title="Rename the passkey" onClose={onClose}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Name"
          maxLength={MAX_PASSKEY_NAME}
          autoComplete="off"
          value={name}
          error={error}
          onValue={setName}
        />
        <FormActions action={["Save name", "Saving…"]} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function Item({ passkey, isLastFactor, onChanged }: Changed & { passkey: Passkey; isLastFactor: boolean }) {
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const close = () => setOpen(null);
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.itemName}>{passkey.name}</p>
        <p className={styles.hint}>
          <PasskeyFacts {...passkey} />
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => setOpen("rename")}>
          Rename <span className="visually-hidden">{passkey.name}</span>
        </Button>
        <Button variant="quiet" className={styles.danger ?? ""} onClick={() => setOpen("remove")}>
          Remove <span className="visually-hidden">{passkey.name}</span>
        </Button>
      </div>
      {open === "rename" && <RenameDialog passkey={passkey} onChanged={onChanged} onClose={close} />}
      {open === "remove" && (
        <RemoveDialog
          title="Remove the passkey"
          text={`${passkey.name} no longer signs you in. Delete it from your device or password manager too.${isLastFactor ? ` ${LAST_FACTOR_GOES}` : ""}`}
          action={["Remove the passkey", "Removing…"]}
          send={() => removePasskey(passkey.id)}
          onClose={close}
          onDone={onChanged}
        />
      )}
    </li>
  );
}

/** The account's passkeys with their actions. */
export function PasskeyList({
  passkeys,
  hasApp,
  onChanged,
}: Changed & { passkeys: readonly Passkey[]; hasApp: boolean }) {
  if (passkeys.length === 0) return null;
  return (
    <ul className={styles.list}>
      {passkeys.map((passkey) => (
        <Item
          key={passkey.id}
          passkey={passkey}
          isLastFactor={passkeys.length === 1 && !hasApp}
          onChanged={onChanged}
        />
      ))}
    </ul>
  );
}
