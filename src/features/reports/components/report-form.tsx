import { useState } from "react";
import { useSearchParams } from "react-router";
import { eventIdOf } from "#src/features/chats/rules.ts";
import { readIdToken } from "#src/features/identity/id-token.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { useIdToken } from "#src/features/identity/session.ts";
import sent from "#src/features/reports/components/report-sent.module.css";
import {
  REPORT_FAILURE,
  REPORT_RECEIVED,
  REPORTED_MESSAGE_GONE,
  WHAT_HAPPENED,
} from "#src/features/reports/messages.ts";
import { EMAIL_INVALID, isEmailAddress } from "#src/shared/contact.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import styles from "#src/ui/contact-fields.module.css";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { TextArea, TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { type Outcome, postForm } from "#src/ui/post-form.ts";
import { ScriptedForm, SubmitButton } from "#src/ui/scripted-form.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { useFormSending } from "#src/ui/use-form-sending.ts";
import { useHydrated } from "#src/ui/use-hydrated.ts";

const EMPTY = { about: "", message: "", email: "" };

/** The subject named in this page's URL. The page is cached for everyone, so the URL is read after hydration. */
function useNamed() {
  const [query] = useSearchParams();
  const isHydrated = useHydrated();
  const named = (name: string) => (isHydrated ? (query.get(name)?.slice(0, 200) ?? "") : "");
  return { chatId: named("chat"), messageId: named("message"), eventId: named("event") };
}

/** Back to the page the reporter came from, or home. */
function wayBack({ chatId, eventId: named }: Named): readonly [to: string, label: string] {
  const eventId = named || eventIdOf(chatId);
  if (eventId) return [`/events/${encodeURIComponent(eventId)}`, "Back to the event"];
  if (chatId !== "") return [`/chats/${encodeURIComponent(chatId)}`, "Back to the chat"];
  return ["/", "Back to the home page"];
}

/** Confirms the report and says what happens next; kept sober, because of the reasons for a report. */
function Sent({ answers, named, isMessage }: { answers: Answers; named: Named; isMessage: boolean }) {
  const [to, label] = wayBack(named);
  const email = answers.email.trim();
  const about = isMessage ? "the chat message that you came from" : answers.about.trim();
  return (
    <div role="status" className={styles.form}>
      <h2 ref={takeFocus} tabIndex={-1}>
        {REPORT_RECEIVED}
      </h2>
      <blockquote className={sent.quote}>
        {about !== "" && <p>About {about}</p>}
        <p>{answers.message.trim()}</p>
      </blockquote>
      <p>
        {email === ""
          ? "You left no address, so nobody can write back. What you wrote is read all the same."
          : `A receipt is on its way to ${email}, and a mail follows when an organizer has dealt with it.`}
      </p>
      <div>
        <ButtonLink to={to} variant="quiet">
          {label}
        </ButtonLink>
      </div>
    </div>
  );
}

type Answers = typeof EMPTY;
type Named = ReturnType<typeof useNamed>;
type FieldsProps = {
  answers: Answers;
  faults: { message?: string | undefined; email?: string | undefined };
  /** Whether the URL names a chat message. */
  isMessage: boolean;
  /** Whether the URL names an event. */
  isOfEvent: boolean;
  onAnswer: (given: Partial<Answers>) => void;
};

/** Fills in the account's address, only on request, because a report may be anonymous. */
function OwnEmail({ onEmail }: { onEmail: (email: string) => void }) {
  const token = useIdToken();
  const email = token === null ? "" : (readIdToken(token)?.email ?? "");
  if (email === "") return null;
  return <TextButton onClick={() => onEmail(email)}>Use {email}</TextButton>;
}

function Fields({ answers, faults, isMessage, isOfEvent, onAnswer }: FieldsProps) {
  return (
    <>
      {isOfEvent && <p>The organizers see which event you came from.</p>}
      {!isMessage ? (
        <TextField
          id="report-about"
          name="about"
          label="Who or what is it about? (optional)"
          maxLength={200}
          value={answers.about}
          onValue={(about) => onAnswer({ about })}
        />
      ) : (
        <p>Your report is about the chat message that you came from. Its writer never reads it.</p>
      )}
      <TextArea
        id="report-message"
        name="message"
        label="What happened?"
        required
        maxLength={1000}
        value={answers.message}
        error={faults.message}
        onValue={(message) => onAnswer({ message })}
      />
      <div>
        <TextField
          id="report-email"
          name="email"
          type="email"
          autoCapitalize="none"
          autoComplete="email"
          label="Email (optional)"
          hint="So that we can tell you when we dealt with it. Leave it empty to stay anonymous."
          value={answers.email}
          error={faults.email}
          onValue={(email) => onAnswer({ email })}
        />
        {answers.email === "" && <OwnEmail onEmail={(email) => onAnswer({ email })} />}
      </div>
    </>
  );
}

/** Sends a report. Only reports of a chat message identify the sender, because not everyone may read the message. */
async function sendReport(answers: Answers, named: Partial<Named>): Promise<Outcome & { isGone?: boolean }> {
  const about = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ""));
  const body = { ...answers, ...about };
  if (!("messageId" in about)) return postForm("/api/reports", body);
  const answer = await memberFetch("/api/reports", { method: "POST", body });
  if (answer.ok) return { ok: true };
  return { ok: false, error: answer, isGone: answer.fields?.["messageId"] !== undefined };
}

/** A report to the organizers. Input is kept until the report has been received. */
export function ReportForm() {
  const named = useNamed();
  const [answers, setAnswers] = useState(EMPTY);
  const [isGone, setIsGone] = useState(false);
  const isMessage = named.messageId !== "" && !isGone;
  const email = answers.email.trim();
  const faults = {
    message: answers.message.trim() === "" ? WHAT_HAPPENED : undefined,
    email: email === "" || isEmailAddress(email) ? undefined : EMAIL_INVALID,
  };
  const { form, failure, sending, submit, onSubmit } = useFormSending({
    hasFaults: () => Object.values(faults).some((fault) => fault !== undefined),
    send: async () => {
      const outcome = await sendReport(answers, isGone ? { eventId: named.eventId } : named);
      if (outcome.isGone) setIsGone(true);
      return outcome;
    },
  });
  if (sending.kind === "sent") return <Sent answers={answers} named={named} isMessage={isMessage} />;
  return (
    <ScriptedForm ref={form} className={styles.form} onSubmit={onSubmit}>
      <Fields
        answers={answers}
        faults={sending.kind === "incomplete" ? faults : {}}
        isMessage={isMessage}
        isOfEvent={named.eventId !== ""}
        onAnswer={(given) => setAnswers({ ...answers, ...given })}
      />
      {isGone && (
        <div ref={sending.kind === "failed" ? failure : undefined} tabIndex={-1}>
          <Notice kind="error">
            <p>{REPORTED_MESSAGE_GONE}</p>
          </Notice>
        </div>
      )}
      {sending.kind === "failed" && !isGone ? (
        <FailureBox ref={failure} message={REPORT_FAILURE} error={sending.error} onTryAgain={() => void submit()} />
      ) : (
        <div>
          <SubmitButton disabled={sending.kind === "sending"}>
            {sending.kind === "sending" ? "Sending…" : "Send report"}
          </SubmitButton>
        </div>
      )}
    </ScriptedForm>
  );
}
