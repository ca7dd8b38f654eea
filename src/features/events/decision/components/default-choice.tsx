import type { Hold } from "#src/features/events/decision/schema/decision.ts";
import { RadioGroup } from "#src/ui/field.tsx";

/** The default outcome if no one decides in time. */
export function DefaultChoice({
  value,
  onValue,
}: {
  value: Hold["default"];
  onValue: (value: Hold["default"]) => void;
}) {
  return (
    <RadioGroup
      name="hold-default"
      legend="If nobody decides"
      choices={[
        { value: "runs", label: "Runs" },
        { value: "called_off", label: "Canceled" },
      ]}
      value={value}
      onValue={onValue}
    />
  );
}
