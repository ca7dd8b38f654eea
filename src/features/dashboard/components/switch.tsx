import { useId } from "react";
import styles from "#src/features/dashboard/components/account-tab.module.css";

type SwitchProps = {
  label: string;
  hint?: string;
  isOn: boolean;
  isDisabled?: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** A choice saved on change. */
export function Switch({ label, hint, isOn, isDisabled = false, onSwitch }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.switch}>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        {...(hint !== undefined && { "aria-describedby": `${id}-hint` })}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      <span>
        <label htmlFor={id} className={styles.switchLabel}>
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
