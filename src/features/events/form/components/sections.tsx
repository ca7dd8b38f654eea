import { Line, Lines, Part, Pick, PlainLine, Row, Switch } from "#src/features/events/form/components/fields.tsx";
import styles from "#src/features/events/form/components/form.module.css";
import { PollFields } from "#src/features/events/polls/components/poll-fields.tsx";
import { BLANK_POLL } from "#src/features/events/polls/rules.ts";
import { PictureChoice } from "#src/features/events/uploads/components/picture-choice.tsx";
import { Repeats, SeriesDays } from "#src/features/events/create/components/repeats.tsx";
import { CHAT_IMAGES, completed, type DraftForm, TIMES } from "#src/features/events/form/rules/draft.ts";
import { WebsiteImage } from "#src/features/events/uploads/components/website-image.tsx";
import { placeWords } from "#src/shared/places.ts";
import { tidyEventId } from "#src/features/events/rules.ts";
import { Decision } from "#src/features/events/form/components/decision.tsx";
import { BringAlong } from "#src/features/events/form/components/bring-along.tsx";
import { PointPicker } from "#src/features/map/components/point-picker.tsx";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { clockTime } from "#src/shared/dates.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Options, RadioGroup, SelectField } from "#src/ui/field.tsx";

const AUDIENCES = [
  { value: "yes", label: "Public" },
  { value: "no", label: "Close friends (members)" },
] as const;

/** `isEdit`: the event exists, so its id and creator are fixed. */
type SectionProps = { form: DraftForm; isEdit?: boolean };

/** The id follows title and date until the person types another. */
function IdField({ form }: SectionProps) {
  const { draft } = form;
  const isOwn = draft.socialEventId !== null;
  return (
    <div className={styles.id}>
      <Line
        form={form}
        name="socialEventId"
        label="Event id"
        hint={
          isOwn
            ? "The end of its address, for good: the date, then a few words."
            : "The end of its address, for good. It builds itself from title and date."
        }
        placeholder="2026-11-28-beach-bonfire"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        onBlur={({ target }) => {
          if (!isOwn || draft.date === "") return;
          form.change({ socialEventId: target.value.trim() === "" ? null : tidyEventId(target.value, draft.date) });
        }}
      />
      {isOwn && (
        <Button variant="quiet" className={styles.inline} onClick={() => form.change({ socialEventId: null })}>
          Build it from title and date
        </Button>
      )}
    </div>
  );
}

/** Quarter hours, plus the current time if an API client set another one. */
function timesWith(time: string): readonly string[] {
  return TIMES.includes(time) ? TIMES : [...TIMES, time].toSorted();
}

export function WhatAndWhen({
  form,
  today,
  zoneName,
  isEdit = false,
}: SectionProps & { today: string; zoneName: string }) {
  return (
    <Part title="What and when">
      <PlainLine form={form} name="title" />
      <Row>
        <Line form={form} name="date" label="Date" type="date" min={isEdit ? undefined : today} />
        <Pick form={form} name="time" label={`Time (${zoneName})`}>
          <Options of={timesWith(form.draft.time).map((time) => [time, clockTime(time)])} />
        </Pick>
        <Line form={form} name="length" label="Length in hours" type="number" inputMode="decimal" min={0} step="any" />
        {!isEdit && <Repeats form={form} />}
      </Row>
      {!isEdit && <SeriesDays form={form} />}
      <Lines form={form} name="description" label="Description" hint="What the event is, and who it is for." rows={4} />
    </Part>
  );
}

/** Buttons that fill in a known place, which can then be edited. */
function PresetPlaces({ form }: SectionProps) {
  const isPreset = form.places.some(({ places }) => places.some((place) => placeWords(place) === form.draft.location));
  return (
    <SelectField
      id="create-preset"
      label="Places we know"
      value={isPreset ? form.draft.location : ""}
      // The map point belongs to the previous place.
      onValue={(location) => location !== "" && form.change({ location, mapPoint: "" })}
    >
      <option value="">Somewhere else</option>
      {form.places.map(({ kind, places }) => (
        <optgroup key={kind} label={kind}>
          <Options of={places.map((place) => [placeWords(place), place[0]])} />
        </optgroup>
      ))}
    </SelectField>
  );
}

/** Payment names of the host. A new event asks only if it has a price; existing ones always, for cost splits. */
function PaymentNames({ form, isEdit = false }: SectionProps) {
  const { cost, organizerVenmo, organizerCashApp } = form.draft;
  if (!isEdit && !(Number(cost) > 0) && organizerVenmo === "" && organizerCashApp === "") return null;
  return (
    <Row>
      <PlainLine form={form} name="organizerVenmo" />
      <PlainLine form={form} name="organizerCashApp" />
    </Row>
  );
}

function Audience({ form }: SectionProps) {
  return (
    <RadioGroup
      name="isPublic-choice"
      legend="Who can see it"
      choices={AUDIENCES}
      value={form.draft.isPublic ? "yes" : "no"}
      onValue={(value) => form.change({ isPublic: value === "yes" })}
    />
  );
}

export function Where({ form, isEdit = false }: SectionProps) {
  return (
    <Part title="Where and who">
      {form.places.length > 0 && <PresetPlaces form={form} />}
      <Line
        form={form}
        name="location"
        label="Location"
        hint={form.draft.isMembersOnly ? "Only members see it." : undefined}
        placeholder="Name and street address"
        maxLength={300}
      />
      {(isEdit || (form.draft.privateLocation !== "" && !form.draft.isMembersOnly)) && (
        <Line
          form={form}
          name="privateLocation"
          label="Exactly where"
          isOptional
          hint="A house number or a gate code. Only members see it."
          maxLength={300}
        />
      )}
      <Switch
        form={form}
        name="isMembersOnly"
        label="Members only"
        hint={`Everyone else sees '${JOIN_FOR_LOCATION}'.`}
      />
      <Audience form={form} />
      <Row>
        <Line
          form={form}
          name="cost"
          label="Cost in dollars"
          hint="0 when it is free."
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
        />
        <Line
          form={form}
          name="spacesLeft"
          label="Spaces"
          isOptional
          hint="1000 for no limit."
          type="number"
          inputMode="numeric"
          min={0}
          max={1000}
        />
      </Row>
      <PaymentNames form={form} isEdit={isEdit} />
      <PlainLine form={form} name="host" placeholder="First and last name" />
    </Part>
  );
}

/** Advanced fields of new events only. */
function AdvancedOfNew({ form }: SectionProps) {
  return (
    <>
      <Line
        form={form}
        name="hostId"
        label="Host ID"
        hint="Enter 0 if you have none: an organizer then reviews the event first. A Host ID issued to your account works without typing it."
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
      />
      <IdField form={form} />
      <Row>
        <Line form={form} name="submitterName" label="Your name" isOptional maxLength={100} />
        <Line form={form} name="phone" label="Your phone" isOptional type="tel" inputMode="tel" maxLength={30} />
      </Row>
      <Decision form={form} />
      <Switch
        form={form}
        name="takesTurns"
        label="Take turns"
        hint="Everyone who answers on the first day has the same chance. Then spaces are drawn, and people who missed out last time come first."
      />
    </>
  );
}

export function LooksAndChat({ form }: SectionProps) {
  const { chatGroups = [] } = useSiteFacts() ?? {};
  return (
    <Part title="Chat and picture">
      <Pick form={form} name="chat" label="Chat group">
        {/* An event may have one that is no longer offered. */}
        <Options of={[...new Set([...chatGroups, form.draft.chat])].map((chat) => [chat, chat])} />
      </Pick>
      <WebsiteImage form={form} />
    </Part>
  );
}

/** A poll for a new event, shown on request. */
export function Poll({ form }: SectionProps) {
  const { eventPoll } = form.draft;
  if (eventPoll === null)
    return (
      <Button variant="quiet" className={styles.more} onClick={() => form.change({ eventPoll: BLANK_POLL })}>
        Add a poll
      </Button>
    );
  const fault = form.faults.eventPoll;
  return (
    <Part title="Poll">
      <PollFields
        id="create-poll"
        draft={eventPoll}
        faults={fault === undefined ? {} : { options: fault }}
        onDraft={(poll) => form.change({ eventPoll: poll })}
      />
      <Button variant="quiet" className={styles.inline} onClick={() => form.change({ eventPoll: null })}>
        No poll
      </Button>
    </Part>
  );
}

export function Advanced({ form, isEdit = false }: SectionProps) {
  return (
    <Part title="Advanced">
      {!isEdit && <AdvancedOfNew form={form} />}
      <BringAlong form={form} />
      <PlainLine form={form} name="mapPoint" placeholder="30.2938, -81.3905" />
      <PointPicker value={form.draft.mapPoint} tiles={form.tiles} onPicked={(mapPoint) => form.change({ mapPoint })} />
      <Line
        form={form}
        name="shortLocation"
        label="Short location"
        isOptional
        hint="For the chat's calendar: at most 3 words."
        maxLength={60}
      />
      <Row>
        <Line form={form} name="pollText" label="Poll short title" isOptional maxLength={200} />
        <Line form={form} name="pollPrivateLocation" label="Poll location" isOptional maxLength={300} />
      </Row>
      <Line
        form={form}
        name="groupMeChatUrl"
        label="Group chat address"
        isOptional
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
      />
      <PlainLine form={form} name="groupMeChatId" />
      <PlainLine form={form} name="facebookLink" placeholder="https://" />
      <PictureChoice
        name="groupmeImg"
        legend="Group-chat image"
        pictures={CHAT_IMAGES}
        isSquare
        chosen={completed(form.draft).groupmeImg}
        onChosen={(groupmeImg) => form.change({ groupmeImg })}
      />
    </Part>
  );
}
