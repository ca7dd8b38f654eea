import type { Fault, Field } from "#src/features/join/rules.ts";
import { TextArea as PlainTextArea, TextField as PlainTextField } from "#src/ui/field.tsx";

/** The id of a field's control, used by labels, errors and focus. */
export function fieldId(field: Field): string {
  return `join-${field}`;
}

export function faultOf(faults: readonly Fault[], field: Field): string | undefined {
  return faults.find((fault) => fault.field === field)?.message;
}

type TextFieldProps = {
  field: Field;
  /** Takes the focus when its step opens. */
  isFirst?: boolean;
} & Omit<React.ComponentProps<typeof PlainTextField>, "id" | "name" | "size">;

/** A text input of the wizard, where one question fills the screen. */
export function TextField({ field, isFirst, ...rest }: TextFieldProps) {
  return <PlainTextField {...rest} id={fieldId(field)} name={field} size="lg" data-first={isFirst || undefined} />;
}

type TextAreaProps = { field: Field } & Omit<React.ComponentProps<typeof PlainTextArea>, "id" | "name" | "size">;

/** A multi-line input. Enter makes a new line here; everywhere else it continues. */
export function TextArea({ field, ...rest }: TextAreaProps) {
  return <PlainTextArea {...rest} id={fieldId(field)} name={field} size="lg" />;
}
