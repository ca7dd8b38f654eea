import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { CopyFrom } from "#src/features/events/create/components/copy-from.tsx";
import styles from "#src/features/events/form/components/form.module.css";
import { Preview } from "#src/features/events/form/components/preview.tsx";
import { AdvancedFields } from "#src/features/events/form/components/advanced-fields.tsx";
import { LooksAndChat, Poll, WhatAndWhen, Where } from "#src/features/events/form/components/sections.tsx";
import {
  type Created,
  type CreateForm,
  useCreateEvent,
} from "#src/features/events/create/components/use-create-event.ts";
import { EVENT_CREATED, HOST_ID_UNKNOWN, SIGN_IN_TO_CREATE } from "#src/features/events/create/messages.ts";
import { UPLOADING } from "#src/features/events/form/messages.ts";
import { zoneNameOn } from "#src/features/events/form/rules/preview.ts";
import { readDay } from "#src/features/events/form/rules/read-values.ts";
import type { MapTiles } from "#src/features/map/queries.server.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import type { Day } from "#src/shared/dates.ts";
import type { KnownPlaces } from "#src/shared/places.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

function SignIn() {
  return (
    <Notice title={SIGN_IN_TO_CREATE}>
      <p>
        <Link to="/login?next=/create">Go to the sign-in</Link>. What you fill in here stays in this tab.
      </p>
    </Notice>
  );
}

/** Asks visitors to sign in: above the form at first, beside the button after an attempt to send. */
function SignInHint({ isAsked }: { isAsked: boolean }) {
  const isSignedIn = useSignedIn();
  const hydrated = useHydrated();
  if (isSignedIn || isAsked) return null;
  return (
    <div className={styles.signIn} data-live={hydrated || undefined}>
      <SignIn />
    </div>
  );
}

function CreatedNotice({ created }: { created: Created }) {
  const page = (
    <>
      <Link to={`/events/${created.socialEventId}`}>{created.title}</Link>
      {created.count > 1 && ` (${created.count} weekly events)`}
    </>
  );
  return (
    <Notice>
      {created.held ? (
        <p>
          {created.isHostIdUnknown && `${HOST_ID_UNKNOWN} `}
          {page} waits for an organizer. Until it is published, only you and the organizers see it.
        </p>
      ) : (
        <p>{page} is published.</p>
      )}
    </Notice>
  );
}

/** Replaces the form for three seconds. */
function Success({ created }: { created: Created }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <div ref={panel} tabIndex={-1} role="status" className={styles.created}>
      <EmptyState
        picture="joined"
        title={EVENT_CREATED}
        text={
          created.held
            ? `${created.isHostIdUnknown ? `${HOST_ID_UNKNOWN} ` : ""}It waits for an organizer, who publishes it. Until then only you and the organizers see it.`
            : created.count > 1
              ? `${created.count} weekly events are in the list now.`
              : "It is in the list now."
        }
      >
        <ButtonLink to={`/events/${created.socialEventId}`}>See {created.title}</ButtonLink>
      </EmptyState>
    </div>
  );
}

/** Moves the focus after each attempt: to the first invalid field, else to the result. */
function useOutcomeFocus(form: React.RefObject<HTMLFormElement | null>, sending: CreateForm["sending"]) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sending.kind !== "failed" && sending.kind !== "signed-out") return;
    const target = form.current?.querySelector<HTMLElement>("[aria-invalid]") ?? box.current;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: "center" });
  }, [form, sending]);
  return box;
}

/** The result of sending the form. */
function Outcome({ sending, ref }: { sending: CreateForm["sending"]; ref: React.Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} tabIndex={-1} className={styles.outcome}>
      {sending.kind === "signed-out" && <SignIn />}
      {sending.kind === "failed" && (
        <Notice kind="error" title={sending.message}>
          {sending.detail !== undefined && <p>{sending.detail}</p>}
          <p>Nothing you typed is lost.</p>
        </Notice>
      )}
    </div>
  );
}

type CreateEventProps = { today: Day; timeZone: string; tiles: MapTiles; places: KnownPlaces };

/** The form for a new event. Everyone can fill it in; sending it requires an account. */
export function CreateEvent({ today, timeZone, tiles, places }: CreateEventProps) {
  const root = useRef<HTMLFormElement>(null);
  const form = { ...useCreateEvent(root, today), tiles, places };
  const { draft, sending, isReady, isUploading, created } = form;
  const outcome = useOutcomeFocus(root, sending);
  if (sending.kind === "created" && created) return <Success created={created} />;
  const zoneName = zoneNameOn(readDay(draft.date) ?? today, timeZone);
  return (
    <div className={styles.columns}>
      <form
        ref={root}
        // We show our own errors instead of the browser's.
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <div className={styles.before}>
          <SignInHint isAsked={sending.kind === "signed-out"} />
          {created && <CreatedNotice created={created} />}
          <CopyFrom form={form} />
        </div>
        {/* Input during the request would be lost. */}
        <div inert={sending.kind === "sending"}>
          <WhatAndWhen form={form} today={today} zoneName={zoneName} />
          <Where form={form} />
          <LooksAndChat form={form} />
          <Poll form={form} />
          <AdvancedFields form={form} />
        </div>
        <div className={styles.end}>
          <Outcome sending={sending} ref={outcome} />
          <div className={styles.bar} data-action-bar>
            <Button
              type="submit"
              size="lg"
              className={styles.submit}
              disabled={!isReady}
              aria-disabled={isUploading || sending.kind === "sending" || undefined}
            >
              {isUploading ? UPLOADING : sending.kind === "sending" ? "Creating…" : "Create Event"}
            </Button>
          </div>
        </div>
      </form>
      <div className={styles.side}>
        <Preview draft={draft} today={today} timeZone={timeZone} />
      </div>
    </div>
  );
}
