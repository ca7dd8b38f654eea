import { Interests } from "#src/features/join/components/choice-groups.tsx";
import { EventCards } from "#src/features/join/components/event-cards.tsx";
import { faultOf, fieldId, TextArea, TextField } from "#src/features/join/components/text-field.tsx";
import { type Answers, type EventChoice, type Fault, LONGEST, type Step } from "#src/features/join/rules.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { JOIN_SHIRT_SIZES, SEX_CHOICES } from "#src/shared/choices.ts";
import { RadioGroup } from "#src/ui/field.tsx";
import { PhoneField } from "#src/ui/phone-field.tsx";

type FieldsProps = {
  answers: Answers;
  faults: readonly Fault[];
  onAnswer: (answers: Partial<Answers>) => void;
};

const SIZE_CHOICES = JOIN_SHIRT_SIZES.map((value) => ({ value, label: value }));

function NameFields({ answers, faults, onAnswer }: FieldsProps) {
  return (
    <>
      <TextField
        field="firstName"
        label="First name"
        value={answers.firstName}
        error={faultOf(faults, "firstName")}
        isFirst
        required
        autoComplete="given-name"
        autoCapitalize="words"
        maxLength={LONGEST.name}
        onValue={(firstName) => onAnswer({ firstName })}
      />
      <TextField
        field="lastName"
        label="Last name"
        value={answers.lastName}
        error={faultOf(faults, "lastName")}
        required
        autoComplete="family-name"
        autoCapitalize="words"
        maxLength={LONGEST.name}
        onValue={(lastName) => onAnswer({ lastName })}
      />
    </>
  );
}

function EmailField({ answers, faults, onAnswer }: FieldsProps) {
  return (
    <TextField
      field="email"
      label="Email"
      value={answers.email}
      error={faultOf(faults, "email")}
      isFirst
      required
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LONGEST.email}
      onValue={(email) => onAnswer({ email })}
    />
  );
}

function Picks({ answers, faults, onAnswer }: FieldsProps) {
  return (
    <>
      <RadioGroup
        id={fieldId("sex")}
        name="sex"
        size="lg"
        legend="Sex"
        choices={SEX_CHOICES}
        value={answers.sex}
        error={faultOf(faults, "sex")}
        onValue={(sex) => onAnswer({ sex })}
      />
      <RadioGroup
        id={fieldId("shirtSize")}
        name="shirtSize"
        size="lg"
        legend="Shirt size"
        choices={SIZE_CHOICES}
        value={answers.shirtSize}
        error={faultOf(faults, "shirtSize")}
        onValue={(shirtSize) => onAnswer({ shirtSize })}
      />
    </>
  );
}

function InstagramField({ answers, faults, onAnswer }: FieldsProps) {
  return (
    <TextField
      field="instagram"
      label="Instagram"
      value={answers.instagram}
      error={faultOf(faults, "instagram")}
      isFirst
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LONGEST.instagram}
      onValue={(instagram) => onAnswer({ instagram })}
    />
  );
}

function InterestFields({ answers, faults, onAnswer }: FieldsProps) {
  const { interests: offered = [] } = useSiteFacts() ?? {};
  // They are sent in the order of the list.
  const inOrder = (chosen: string[]) => [...new Set([...offered.filter((each) => chosen.includes(each)), ...chosen])];
  return (
    <>
      <Interests chosen={answers.interests} onChosen={(chosen) => onAnswer({ interests: inOrder(chosen) })} />
      <TextField
        field="otherInterests"
        label="Something else"
        value={answers.otherInterests}
        error={faultOf(faults, "otherInterests")}
        maxLength={LONGEST.otherInterests}
        onValue={(otherInterests) => onAnswer({ otherInterests })}
      />
    </>
  );
}

function LastWords({ answers, onAnswer }: FieldsProps) {
  return (
    <>
      <TextField
        field="referredBy"
        label="How did you hear about us?"
        value={answers.referredBy}
        isFirst
        maxLength={LONGEST.referredBy}
        onValue={(referredBy) => onAnswer({ referredBy })}
      />
      <TextArea
        field="message"
        label="Message"
        value={answers.message}
        maxLength={LONGEST.message}
        onValue={(message) => onAnswer({ message })}
      />
    </>
  );
}

type StepFieldsProps = FieldsProps & { step: Step; events: readonly EventChoice[]; isLoadingEvents: boolean };

/** The fields of a step; none on the last one, which reviews the answers and has its own checkbox. */
export function StepFields({ step, events, isLoadingEvents, ...fields }: StepFieldsProps) {
  const { answers, faults, onAnswer } = fields;
  switch (step) {
    case 1:
      return (
        <PhoneField
          id={fieldId("phone")}
          size="lg"
          required
          data-first
          digits={answers.phone}
          error={faultOf(faults, "phone")}
          onDigits={(phone) => onAnswer({ phone })}
        />
      );
    case 2:
      return <NameFields {...fields} />;
    case 3:
      return <EmailField {...fields} />;
    case 4:
      return <Picks {...fields} />;
    case 5:
      return <InstagramField {...fields} />;
    case 6:
      return <InterestFields {...fields} />;
    case 7:
      return (
        <EventCards
          events={events}
          isLoading={isLoadingEvents}
          chosen={answers.events}
          onChosen={(chosen) => onAnswer({ events: chosen })}
        />
      );
    case 8:
      return <LastWords {...fields} />;
    case 9:
      return null;
  }
}
