import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useState } from "react";
import { UndoNotice, useUndo } from "#src/features/console/components/undo-notice.tsx";
import { sendTag, TagForm } from "#src/features/notes/components/tag-form.tsx";
import styles from "#src/features/notes/components/tags.module.css";

type PersonTagsProps = {
  userId: string;
  tags: readonly string[];
  canChange: boolean;
  onChanged: () => void;
};

/** The tags of a person: shown, added and removed. */
export function PersonTags({ userId, tags, canChange, onChanged }: PersonTagsProps) {
  const [deed, setDeed] = useState<{ words: string; auditIds: readonly string[] } | null>(null);
  const undo = useUndo(deed, onChanged);
  async function remove(tag: string): Promise<void> {
    const answer = await sendTag([userId], tag, false);
    setDeed({
      words: answer.ok ? answer.value.message : answer.message,
      auditIds: answer.ok ? answer.value.auditIds : [],
    });
    onChanged();
  }
  return (
    <>
      {tags.length === 0 ? (
        <p className="quiet">No tags yet.</p>
      ) : (
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              {tag}
              {canChange && (
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={`Remove the tag ${tag}`}
                  onClick={() => void remove(tag)}
                >
                  <IconX size={16} stroke={2} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canChange && (
        <TagForm
          userIds={[userId]}
          isTagged
          action={["Add tag", "Adding…"]}
          onDone={({ message, auditIds }) => {
            setDeed({ words: message, auditIds });
            onChanged();
          }}
        />
      )}
      <UndoNotice undo={undo} onClose={() => setDeed(null)} />
    </>
  );
}
