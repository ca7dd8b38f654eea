import { useId, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import styles from "#src/features/notes/components/tags.module.css";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import type { Tagged, Tags } from "#src/features/notes/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextField } from "#src/ui/field.tsx";

const TAGS = "/api/admin/tags";

/** Adds a tag to people or removes it. */
export const sendTag = (userIds: readonly string[], tag: string, isTagged: boolean) =>
  consoleFetch<Tagged>(TAGS, { method: "POST", body: { userIds, tag, isTagged } });

type TagFormProps = {
  userIds: readonly string[];
  /** Whether to add the tag or remove it. */
  isTagged: boolean;
  action: readonly [label: string, busy: string];
  onDone: (answer: Tagged) => void;
};

/** A tag to add or remove, with the group's tags as suggestions. */
export function TagForm({ userIds, isTagged, action, onDone }: TagFormProps) {
  const list = useId();
  const { value, refresh } = useLoaded<Tags>(TAGS, consoleFetch);
  const [tag, setTag] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  async function submit(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const answer = await sendTag(userIds, tag, isTagged);
    setIsBusy(false);
    setError(answer.ok ? "" : (answer.fields?.["tag"] ?? answer.message));
    if (!answer.ok) return;
    setTag("");
    void refresh();
    onDone(answer.value);
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Tag"
        list={list}
        maxLength={40}
        autoComplete="off"
        value={tag}
        error={error || undefined}
        onValue={setTag}
      />
      <datalist id={list}>
        {value?.tags.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
      <Button type="submit" variant="quiet" aria-disabled={isBusy || undefined}>
        {isBusy ? action[1] : action[0]}
      </Button>
    </form>
  );
}
