import { useEffect, useMemo, useRef } from "react";
import { Link, useNavigate } from "react-router";
import styles from "#src/features/join/components/success-panel.module.css";
import { JOIN_SUCCESS } from "#src/features/join/messages.ts";
import { type Answers, type EventChoice, staysOnSuccess } from "#src/features/join/rules.ts";
import type { CameFromJoin } from "#src/features/membership/components/joined-thanks.tsx";
import { phoneDigits, type Visitor } from "#src/shared/contact.ts";
import buttons from "#src/ui/button.module.css";
import { ButtonLink } from "#src/ui/button-link.tsx";

// Long enough to read the sentence, or to hear its beginning.
const STAY_MS = 3000;

function ChatInvitation({ chatInviteUrl }: { chatInviteUrl: string }) {
  return (
    <>
      <p className={styles.text}>
        Next, download the GroupMe chat app. Once it is on your phone, join our group chat: that is where plans are
        made. An organizer reads your request, usually within a day or two.
      </p>
      <a
        href={chatInviteUrl}
        rel="noopener"
        className={`${buttons.button} ${buttons.primary} ${buttons.lg} ${buttons.wide}`}
      >
        Join Group Chat
      </a>
    </>
  );
}

type OnProps = { event: EventChoice | null; visitor: Visitor };

function OnToMembership({ event, visitor }: OnProps) {
  const navigate = useNavigate();
  // The next page repeats the thanks, so slow readers miss nothing.
  const state = useMemo<CameFromJoin>(
    () => ({ joined: { event: event && { eventId: event.socialEventId, title: event.title }, visitor } }),
    [event, visitor],
  );
  useEffect(() => {
    const timer = setTimeout(() => void navigate("/subscribe", { replace: true, state }), STAY_MS);
    return () => clearTimeout(timer);
  }, [navigate, state]);
  return (
    <>
      <p className={styles.text}>Next comes the membership page, with what happens now.</p>
      <ButtonLink to="/subscribe" state={state} replace size="lg" wide>
        Continue
      </ButtonLink>
    </>
  );
}

type SuccessPanelProps = {
  answers: Answers;
  chatInviteUrl: string;
  /** The event whose page led to the form. */
  event: EventChoice | null;
};

/** The request was received. Takes the focus, so that it is seen and heard before anything else happens. */
export function SuccessPanel({ answers, chatInviteUrl, event }: SuccessPanelProps) {
  const { firstName, lastName, email, phone } = answers;
  const visitor = useMemo<Visitor>(
    () => ({ firstName, lastName, email, phone: phoneDigits(phone) }),
    [firstName, lastName, email, phone],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo({ top: 0, behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.panel}>
      <img className={styles.picture} src="/brand/joined.svg" width={320} height={240} alt="" />
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {JOIN_SUCCESS}
      </h2>
      {event && (
        <p className={styles.text}>
          Your space at{" "}
          <Link to={`/events/${encodeURIComponent(event.socialEventId)}`} state={{ visitor }}>
            {event.title}
          </Link>{" "}
          is a separate step: take it on the event’s page.
        </p>
      )}
      {staysOnSuccess(answers) ? (
        <ChatInvitation chatInviteUrl={chatInviteUrl} />
      ) : (
        <OnToMembership event={event} visitor={visitor} />
      )}
    </div>
  );
}
