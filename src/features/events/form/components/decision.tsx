import { Line, Pick, Row } from "#src/features/events/form/components/fields.tsx";
import { beforeWords, MINUTES_BEFORE } from "#src/features/events/decision/rules.ts";
import type { DraftForm } from "#src/features/events/form/rules/draft.ts";
import { Options } from "#src/ui/field.tsx";

/** The go/no-go settings of a new event: a minimum, and the decision time. */
export function Decision({ form }: { form: DraftForm }) {
  return (
    <Row>
      <Line
        form={form}
        name="minimum"
        label="Runs with at least"
        isOptional
        hint="With fewer people going, it is canceled."
        type="number"
        inputMode="numeric"
        min={2}
        max={999}
      />
      <Pick form={form} name="decideMinutesBefore" label="Decided">
        <Options of={MINUTES_BEFORE.map((minutes) => [minutes, beforeWords(minutes)])} />
      </Pick>
    </Row>
  );
}
