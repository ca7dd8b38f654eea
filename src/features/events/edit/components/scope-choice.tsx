import type { ChangeScope } from "#src/shared/states.ts";
import { RadioGroup } from "#src/ui/field.tsx";

type ScopeChoiceProps = { id: string; count: number; scope: ChangeScope; onScope: (scope: ChangeScope) => void };

/** Choice for a weekly series: this event only, or the following ones too. */
export function ScopeChoice({ id, count, scope, onScope }: ScopeChoiceProps) {
  if (count === 0) return null;
  const choices = [
    { value: "this", label: "Only this one" },
    { value: "following", label: count === 1 ? "And the one that follows" : `And the ${count} that follow` },
  ] as const;
  return <RadioGroup id={id} name={id} legend="It repeats weekly" choices={choices} value={scope} onValue={onScope} />;
}
