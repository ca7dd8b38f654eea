import { SEXES, SHIRT_SIZES, type Sex, type ShirtSize } from "#src/shared/choices.ts";
import { RadioGroup } from "#src/ui/field.tsx";

export const SEX_WORDS: Readonly<Record<Sex, string>> = { male: "Male", female: "Female" };

const SEX_CHOICES = SEXES.map((value) => ({ value, label: SEX_WORDS[value] }));
const SIZE_CHOICES = SHIRT_SIZES.map((value) => ({ value, label: value }));

type FieldProps<T> = { value: T; error: string | null; onValue: (value: T) => void };

/** Nothing is preselected, because it can be set only once. */
export function SexChoice({ error, ...field }: FieldProps<Sex | "">) {
  return (
    <RadioGroup {...field} error={error ?? undefined} name="sex" legend="Sex" size="lg" isFirst choices={SEX_CHOICES} />
  );
}

export function ShirtSizeChoice({ error, ...field }: FieldProps<ShirtSize | "">) {
  return (
    <RadioGroup
      {...field}
      error={error ?? undefined}
      name="shirtSize"
      legend="Shirt size"
      isFirst
      choices={SIZE_CHOICES}
    />
  );
}
