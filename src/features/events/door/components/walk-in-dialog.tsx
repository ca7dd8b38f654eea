import { useEffect, useRef, useState } from "react";
import styles from "#src/features/events/door/components/door.module.css";
import { WALK_IN_NAME } from "#src/features/events/door/messages.ts";
import type { Mark } from "#src/features/events/door/schema.ts";
import { randomUuid } from "#src/shared/ids.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";

type WalkInProps = {
  /** The search text that found nobody. */
  first: string;
  onMark: (mark: Omit<Mark, "id">) => void;
  onClose: () => void;
};

/** Adds people who are not on the list, by name. It stays open, because walk-ins come in groups. */
export function WalkInDialog({ first, onMark, onClose }: WalkInProps) {
  const [name, setName] = useState(first);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  function add() {
    const typed = name.trim();
    setError(typed === "" ? WALK_IN_NAME : undefined);
    if (typed !== "") {
      onMark({ walkIn: { id: randomUuid(), name: typed }, presence: "here", guests: 0 });
      setAdded([...added, typed]);
      setName("");
    }
    form.current?.querySelector("input")?.focus();
  }
  // Runs after the dialog opens, which focuses its first button.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  return (
    <Dialog title="Add a walk-in" onClose={onClose}>
      <form
        ref={form}
        className={styles.sheet}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label="Name"
          name="walk-in"
          value={name}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="words"
          error={error}
          onValue={setName}
        />
        <p className={styles.added} role="status">
          {added.length > 0 && `Added: ${added.join(", ")}`}
        </p>
        <div className={styles.sheetActions}>
          <Button type="submit" size="lg" wide>
            Add walk-in
          </Button>
          <Button variant="quiet" size="lg" wide onClick={onClose}>
            Done
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
