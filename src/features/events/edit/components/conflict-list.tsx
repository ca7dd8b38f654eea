import styles from "#src/features/events/edit/components/edit-event.module.css";
import { mineOf } from "#src/features/events/edit/rules/edit.ts";
import { SETTING_LABELS, type SettingName, settingWords } from "#src/features/events/edit/rules/settings.ts";
import type { EditTools } from "#src/features/events/edit/components/use-edit-event.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** Conflicting changes that this form would overwrite: both versions, and the choice. */
export function ConflictList({ edit, takeTheirs }: Pick<EditTools, "edit" | "takeTheirs">) {
  if (!edit || edit.conflicts.length === 0) return null;
  const { settings } = edit.event;
  const words = (name: SettingName) => ({
    mine: settingWords(name, mineOf(edit.draft, settings, name)),
    theirs: settingWords(name, settings[name]),
  });
  return (
    <Notice kind="warning" title="Someone else changed the same">
      <p>Nothing is lost: your version is in the form. Save again to keep it, or take theirs.</p>
      <ul className={styles.conflicts}>
        {edit.conflicts.map((name) => (
          <li key={name}>
            <p className={styles.conflictName}>{SETTING_LABELS[name]}</p>
            <dl className={styles.versions}>
              <dt>Yours</dt>
              <dd>{words(name).mine}</dd>
              <dt>Theirs</dt>
              <dd>{words(name).theirs}</dd>
            </dl>
            <Button variant="quiet" onClick={() => takeTheirs(name)}>
              Take theirs<span className="visually-hidden"> for {SETTING_LABELS[name]}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
