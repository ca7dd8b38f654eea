import styles from "#src/features/events/courts/components/courts.module.css";
import type { HostTools } from "#src/features/events/court-sync/components/use-host-board.ts";
import { FORMAT_FACTS, FORMATS, type Format, MOST_COURTS } from "#src/features/events/court-plan/rules/formats.ts";
import { Options, SelectField } from "#src/ui/field.tsx";

const COURTS = Array.from({ length: MOST_COURTS }, (_, index) => index + 1);
const MINUTES = [0, 8, 10, 12, 15, 20, 25, 30];

/** Format, number of courts, length of a game. */
export function SettingsPanel({ tools: { shown, act } }: { tools: HostTools }) {
  const { format, courts, minutes } = shown.board;
  const change = (changed: Partial<{ format: Format; courts: number; minutes: number }>) =>
    act({ type: "configure", format, courts: courts.length, minutes, ...changed });
  return (
    <div className={styles.line}>
      <SelectField label="Format" value={format} onValue={(value) => change({ format: value as Format })}>
        <Options of={FORMATS.map((each) => [each, FORMAT_FACTS[each].name])} />
      </SelectField>
      <SelectField label="Courts" value={String(courts.length)} onValue={(value) => change({ courts: Number(value) })}>
        {COURTS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <SelectField
        label="Minutes a game"
        value={String(minutes)}
        onValue={(value) => change({ minutes: Number(value) })}
      >
        <Options of={MINUTES.map((each) => [each, each === 0 ? "No timer" : String(each)])} />
      </SelectField>
    </div>
  );
}
