import { useState } from "react";
import { useSearchParams } from "react-router";
import { EMAIL_INVALID } from "#src/features/inbox/messages.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import {
  REPORT_FAILURE,
  REPORT_RECEIVED,
  REPORTED_MESSAGE_GONE,
  WHAT_HAPPENED,
} from "#src/features/reports/messages.ts";
import { isEmailAddress } from "#src/shared/contact.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import styles from "#src/ui/contact-fields.module.css";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { TextArea, TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { type Outcome, postForm } from "#src/ui/post-form.ts";
import { ScriptedForm, SubmitButton } from "#src/ui/scripted-form.tsx";
import { useFormSending } from "#src/ui/use-form-sending.ts";
import { useHydrated } from "#src/ui/use-hydrated.ts";

const EMPTY = { about: "", message: "", email: "" };

/** What the link to this page names. The page is cached for everybody, so the address is read after hydration. */
function useNamed() {
  const [query] = useSearchParams();
  const isHydrated = useHydrated();
  const named = (name: string) => (isHydrated ? (query.get(name)?.slice(0, 200) ?? "") : "");
  return { chatId: named("chat"), messageId: named("message"), eventId: named("event") };
}

function Sent({ hasEmail }: { hasEmail: boolean }) {
  return (
    <div role="status">
      <EmptyState
        picture="joined"
        title={REPORT_RECEIVED}
        text={
          hasEmail
            ? "A receipt is on its way to your address, and a mail follows when an organizer has dealt with it."
            : "You left no address, so nobody can write back. What you wrote is read all the same."
        }
      >
        <ButtonLink to="/events" variant="quiet">
          See what is on
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

type Answers = typeof EMPTY;
type FieldsProps = {
  answers: Answers;
  faults: { message?: string | undefined; email?: string | undefined };
  /** Whether the address names the chat message. */
  isMessage: boolean;
  onAnswer: (given: Partial<Answers>) => void;
};

function Fields({ answers, faults, isMessage, onAnswer }: FieldsProps) {
  return (
    <>
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
    </>
  );
}

type Named = ReturnType<typeof useNamed>;

/** Sends a report. Only one that names a chat message says who sends it, because not everybody may read the message. */
async function sendReport(answers: Answers, named: Partial<Named>): Promise<Outcome & { isGone?: boolean }> {
  const about = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ""));
  const body = { ...answers, ...about };
  if (!("messageId" in about)) return postForm("/api/reports", body);
  const answer = await memberFetch("/api/reports", { method: "POST", body });
  if (answer.ok) return { ok: true };
  return { ok: false, error: answer, isGone: answer.fields?.["messageId"] !== undefined };
}

/** A report to the organizers. What was typed stays until it has arrived. */
export function ReportForm() {
  const named = useNamed();
  const [answers, setAnswers] = useState(EMPTY);
  const [isGone, setIsGone] = useState(false);
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
  if (sending.kind === "sent") return <Sent hasEmail={email !== ""} />;
  return (
    <ScriptedForm ref={form} className={styles.form} onSubmit={onSubmit}>
      <Fields
        answers={answers}
        faults={sending.kind === "incomplete" ? faults : {}}
        isMessage={named.messageId !== "" && !isGone}
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
