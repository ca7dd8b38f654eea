import { useState } from "react";
import panel from "#src/features/console/components/panel.module.css";
import { TagForm } from "#src/features/notes/components/tag-form.tsx";
import type { Tagged } from "#src/features/notes/schema.ts";
import { nameOf } from "#src/features/people/components/record-fields.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { counted } from "#src/shared/counted.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { RadioGroup } from "#src/ui/field.tsx";

const MOST_NAMED = 10;
const CHOICES = [
  { value: "add", label: "Add a tag" },
  { value: "remove", label: "Remove a tag" },
] as const;

type TagDialogProps = { users: readonly User[]; onDone: (answer: Tagged) => void; onClose: () => void };

/** Adds a tag to the selected people, or removes it. */
export function TagDialog({ users, onDone, onClose }: TagDialogProps) {
  const [what, setWhat] = useState<"add" | "remove">("add");
  const isTagged = what === "add";
  return (
    <Dialog title={`Tag ${counted(users.length, "person", "people")}`} onClose={onClose}>
      <div className={panel.form}>
        <p className="quiet">
          {users.slice(0, MOST_NAMED).map(nameOf).join(", ")}
          {users.length > MOST_NAMED && " and others"}
        </p>
        <RadioGroup
          id="tag-what"
          name="tag-what"
          legend="What to do"
          choices={CHOICES}
          value={what}
          error={undefined}
          onValue={setWhat}
        />
        <TagForm
          userIds={users.map(({ userId }) => userId)}
          isTagged={isTagged}
          action={isTagged ? ["Add tag", "Adding…"] : ["Remove tag", "Removing…"]}
          onDone={onDone}
        />
      </div>
    </Dialog>
  );
}
