import { RadioGroup } from "#src/ui/field.tsx";
import type { HOLD_REASONS } from "#src/shared/states.ts";

type Reason = (typeof HOLD_REASONS)[number];
type ReasonChoiceProps = { name: string; value: Reason; onValue: (reason: Reason) => void };

/** Why an event is on hold or called off. */
export function ReasonChoice({ name, value, onValue }: ReasonChoiceProps) {
  return (
    <RadioGroup
      name={name}
      legend="Why"
      choices={[
        { value: "weather", label: "Weather" },
        { value: "minimum", label: "Too few people" },
        { value: "other", label: "Other" },
      ]}
      value={value}
      onValue={onValue}
    />
  );
}
