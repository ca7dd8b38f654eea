import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { AdvancedFields } from "#src/features/events/form/components/advanced-fields.tsx";
import layout from "#src/features/events/form/components/form.module.css";
import { Preview } from "#src/features/events/form/components/preview.tsx";
import { LooksAndChat, WhatAndWhen, Where } from "#src/features/events/form/components/sections.tsx";
import { UPLOADING } from "#src/features/events/form/messages.ts";
import { zoneNameOn } from "#src/features/events/form/rules/preview.ts";
import { readDay } from "#src/features/events/form/rules/read-values.ts";
import { ConflictList } from "#src/features/events/edit/components/conflict-list.tsx";
import { CourseActions } from "#src/features/events/edit/components/course-actions.tsx";
import type { ChangeScope } from "#src/shared/states.ts";
import styles from "#src/features/events/edit/components/edit-event.module.css";
import { GuestsNote, ToldLine } from "#src/features/events/edit/components/guests-note.tsx";
import { ScopeChoice } from "#src/features/events/edit/components/scope-choice.tsx";
import { WaitingNote } from "#src/features/events/changes/components/waiting-note.tsx";
import { type EditTools, useEditEvent } from "#src/features/events/edit/components/use-edit-event.ts";
import type { MapTiles } from "#src/features/map/queries.server.ts";
import { usePageTitle } from "#src/features/site/use-site-facts.ts";
import type { Day } from "#src/shared/dates.ts";
import type { KnownPlaces } from "#src/shared/places.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";

type Shown = { tools: EditTools; edit: NonNullable<EditTools["edit"]> };

/** Reserves the form's space. */
function EditSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      {[1, 2, 3, 4].map((part) => (
        <span key={part} className={styles.bone} />
      ))}
    </div>
  );
}

function Refused({ eventId, tools: { refusal, retry } }: { eventId: string; tools: EditTools }) {
  if (refusal?.isSignedOut)
    return (
      <Notice title="Sign in to edit this event">
        <p>
          <Link to={`/login?${new URLSearchParams({ next: `/events/${eventId}/edit` })}`}>Go to the sign-in</Link>. It
          is for its host and for organizers.
        </p>
      </Notice>
    );
  return (
    <EmptyState picture="offline" title="This event cannot be edited here" text={refusal?.message ?? ""}>
      {refusal?.mayPass && <Button onClick={retry}>Try again</Button>}
      <ButtonLink to={`/events/${eventId}`} variant={refusal?.mayPass ? "quiet" : "primary"}>
        See the event
      </ButtonLink>
    </EmptyState>
  );
}

/** The result of the last save. Takes the focus, because it decides what to do next. */
function Outcome({ eventId, sending, edit }: Pick<EditTools, "sending"> & { eventId: string; edit: Shown["edit"] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sending.kind !== "saved" && sending.kind !== "failed") return;
    const form = box.current?.closest("form");
    const target = sending.kind === "failed" ? form?.querySelector<HTMLElement>("[aria-invalid]") : null;
    (target ?? box.current)?.focus({ preventScroll: true });
    (target ?? box.current)?.scrollIntoView({ block: "center" });
  }, [sending]);
  return (
    <div ref={box} tabIndex={-1} className={layout.outcome}>
      {sending.kind === "saved" && (
        <div role="status">
          <Notice title={sending.words}>
            <p>
              <Link to={`/events/${eventId}`}>See {edit.event.published.title}</Link>
            </p>
          </Notice>
        </div>
      )}
      {/* The list of conflicts says it better. */}
      {sending.kind === "failed" && edit.conflicts.length === 0 && (
        <Notice kind="error" title={sending.message}>
          <p>Nothing you typed is lost.</p>
        </Notice>
      )}
    </div>
  );
}

const saveWords = ({ mustWait }: Shown["edit"]["event"]): string =>
  mustWait ? "Save and ask an organizer" : "Save changes";

type EditFormProps = { eventId: string; today: Day; tiles: MapTiles; places: KnownPlaces };

function EditForm({ eventId, tools, edit, today, tiles, places }: Shown & EditFormProps) {
  const [scope, setScope] = useState<ChangeScope>("this");
  const [isUploading, setUploading] = useState(false);
  const { sending, isChanged, change } = tools;
  const isSending = sending.kind === "sending";
  const { draft, faults, event } = edit;
  const form = { draft, faults, tiles, places, change: tools.onChange, setUploading };
  const zoneName = zoneNameOn(readDay(draft.date) ?? today, event.timeZone);
  return (
    <form
      noValidate
      className={layout.form}
      onSubmit={(submit) => {
        submit.preventDefault();
        if (isChanged && !isUploading) void tools.save(scope);
      }}
    >
      <p className={styles.address}>
        Its address stays <Link to={`/events/${eventId}`}>/events/{eventId}</Link>, whatever you change.
      </p>
      <WhatAndWhen form={form} today={today} zoneName={zoneName} isEdit />
      <Where form={form} isEdit />
      <LooksAndChat form={form} />
      <AdvancedFields form={form} isEdit />
      <div className={layout.end}>
        <ConflictList edit={edit} takeTheirs={tools.takeTheirs} />
        <Outcome eventId={eventId} sending={sending} edit={edit} />
        {sending.kind !== "saved" && <GuestsNote event={event} change={change} scope={scope} />}
        <ScopeChoice id="scope-edit" count={event.following.length} scope={scope} onScope={setScope} />
        <div className={layout.bar} data-action-bar>
          <ToldLine event={event} change={change} scope={scope} />
          <Button
            type="submit"
            size="lg"
            className={layout.submit}
            aria-disabled={!isChanged || isUploading || isSending || undefined}
          >
            {isUploading ? UPLOADING : isSending ? "Saving…" : saveWords(event)}
          </Button>
        </div>
        {isChanged && (
          <Button
            variant="quiet"
            className={layout.inline}
            aria-disabled={isSending || undefined}
            // A request being sent can't be discarded.
            onClick={isSending ? undefined : tools.discard}
          >
            Discard my changes
          </Button>
        )}
      </div>
    </form>
  );
}

/** The edit form of an event, for its hosts and organizers. */
export function EditEvent({ eventId, today, tiles, places }: EditFormProps) {
  const tools = useEditEvent(eventId);
  const { edit, refusal } = tools;
  usePageTitle(edit && `Edit event: ${edit.event.published.title}`);
  if (edit === null) return refusal === null ? <EditSkeleton /> : <Refused eventId={eventId} tools={tools} />;
  return (
    <div className={layout.columns}>
      <div>
        <WaitingNote eventId={eventId} event={edit.event} onWithdrawn={tools.withdrawn} />
        <EditForm eventId={eventId} tools={tools} edit={edit} today={today} tiles={tiles} places={places} />
        <CourseActions event={edit.event} send={tools.send} />
      </div>
      <div className={layout.side}>
        <Preview draft={edit.draft} today={today} timeZone={edit.event.timeZone} />
      </div>
    </div>
  );
}
