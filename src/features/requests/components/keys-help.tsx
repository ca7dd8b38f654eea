import styles from "#src/features/requests/components/pending-tab.module.css";
import { LIST_KEYS } from "#src/features/requests/components/use-list-keys.ts";

/** Explains the keyboard shortcuts and turns them off: dictation would trigger them. */
export function KeysHelp({ isOn, onSwitch }: { isOn: boolean; onSwitch: (isOn: boolean) => void }) {
  return (
    <section className={styles.help} aria-label="Keyboard">
      <dl>
        {LIST_KEYS.map(([keys, words]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={isOn} onChange={(event) => onSwitch(event.target.checked)} />
        Use these keys
      </label>
    </section>
  );
}
