import { useState } from "react";
import { useKept } from "#src/features/console/components/use-kept.ts";
import { filledGroups, sentWords } from "#src/features/events/host-messages/rules.ts";
import type { Writing } from "#src/features/events/host-messages/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { randomUuid } from "#src/shared/ids.ts";
import type { GuestGroup } from "#src/shared/states.ts";

type Draft = {
  /** Made once per message, so that a repeated call sends no duplicate. */
  readonly id: string;
  /** Null: everyone who responded or waits. */
  readonly groups: readonly GuestGroup[] | null;
  readonly subject: string;
  readonly body: string;
};

const emptyDraft = (): Draft => ({ id: randomUuid(), groups: null, subject: "", body: "" });

/** Text typed while `sent` was being sent, which belongs to the next message. */
const typedSince = (sent: string, now: string) => (now.startsWith(sent) ? now.slice(sent.length).trimStart() : now);

type Outcome = { readonly kind: "sent" | "failed"; readonly words: string };

/** A message's draft and the state of sending it. The draft stays in this tab until it is sent. */
export function useMessageDraft(eventId: string, writing: Writing, set: (writing: Writing) => void) {
  const [draft, setDraft] = useKept<Draft>(`host-message-${eventId}`, emptyDraft());
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isSending, setIsSending] = useState(false);
  const groups = draft.groups ?? filledGroups(writing.groups);

  async function send(): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    const { id, subject, body } = draft;
    const answer = await memberFetch<Writing>(`/api/social-events/${encodeURIComponent(eventId)}/messages`, {
      method: "POST",
      body: { id, groups, subject, body },
    });
    setIsSending(false);
    setFaults(answer.ok ? {} : (answer.fields ?? {}));
    if (!answer.ok) {
      // The stored version was already sent, so the current text is a new message.
      if (answer.reason === "already_sent") setDraft((now) => ({ ...now, id: randomUuid() }));
      return setOutcome({ kind: "failed", words: answer.message });
    }
    setOutcome({ kind: "sent", words: sentWords(answer.value.groups, groups) });
    setDraft((now) => ({
      ...emptyDraft(),
      groups: now.groups === draft.groups ? null : now.groups,
      subject: typedSince(subject, now.subject),
      body: typedSince(body, now.body),
    }));
    set(answer.value);
  }

  return {
    draft: { ...draft, groups },
    change: (more: Partial<Draft>) => {
      setDraft({ ...draft, ...more });
      setOutcome(null);
    },
    faults,
    outcome,
    isSending,
    send,
  };
}
