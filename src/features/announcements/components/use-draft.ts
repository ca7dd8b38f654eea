import { useState } from "react";
import { NOBODY } from "#src/features/announcements/messages.ts";
import type { Audience } from "#src/features/announcements/schema.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { useKept } from "#src/features/console/components/use-kept.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import type { MemberAnswer } from "#src/features/identity/member-fetch.ts";
import { randomUuid } from "#src/shared/ids.ts";
import type { RichText } from "#src/shared/rich-text.ts";
import type { Segment } from "#src/shared/segments.ts";

export type Draft = {
  /** Made once per announcement, so that a repeated call sends nothing twice. */
  readonly id: string;
  readonly subject: string;
  readonly body: RichText;
  readonly kind: Segment["kind"];
  readonly interest: string;
  readonly eventId: string;
  readonly isLater: boolean;
  readonly day: string;
  readonly time: string;
};

const emptyDraft = (): Draft => ({
  id: randomUuid(),
  subject: "",
  body: { type: "doc", content: [{ type: "paragraph" }] },
  kind: "members",
  interest: "",
  eventId: "",
  isLater: false,
  day: "",
  time: "18:00",
});

function segmentOf({ kind, interest, eventId }: Draft): object {
  if (kind === "interested") return { kind, interest };
  return kind === "going" ? { kind, eventId } : { kind };
}

export const PATH = "/api/admin/announcements";
type Said = { readonly message: string };

export type KeptDraft = ReturnType<typeof useKeptDraft>;

/** The draft, kept through reloads. Used above the form, so that an emptied draft is stored too. */
export const useKeptDraft = () => useKept<Draft>("announcement", emptyDraft());

/** The calls about a draft. */
export function useDraft([draft, setDraft]: KeptDraft) {
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState<"test" | "send" | null>(null);
  const segment = segmentOf(draft);
  const isChosen = draft.kind !== "going" || draft.eventId !== "";
  const counted = useLoaded<Audience>(isChosen ? `${PATH}/audience` : null, consoleFetch, { segment });

  async function call(kind: "test" | "send"): Promise<MemberAnswer<Said> | null> {
    if (busy !== null) return null;
    setBusy(kind);
    setProblem(null);
    setSaid(null);
    const { id, subject, body, isLater, day, time } = draft;
    const sendOn = isLater ? { day, time } : null;
    const answer = await consoleFetch<Said>(kind === "test" ? `${PATH}/test` : PATH, {
      method: "POST",
      body: kind === "test" ? { subject, body } : { id, subject, body, segment, sendOn },
    });
    setBusy(null);
    setFaults(answer.ok ? {} : (answer.fields ?? {}));
    if (!answer.ok) setProblem(answer.message);
    // A new id, so that the next press is a new announcement.
    if (!answer.ok && answer.reason === "already_sent") setDraft((known) => ({ ...known, id: randomUuid() }));
    if (!answer.ok) return answer;
    if (kind === "test") setSaid(answer.value.message);
    else setDraft(emptyDraft());
    return answer;
  }
  const audience = counted.isPrevious || !isChosen ? null : counted.value;
  /** Says why nothing can be sent to the chosen recipients; false if something can. */
  function refuseRecipients(): boolean {
    setFaults(isChosen ? {} : { eventId: "Choose an event." });
    setProblem(isChosen && !draft.isLater && audience?.people === 0 ? NOBODY : null);
    setSaid(null);
    return !isChosen || (!draft.isLater && audience?.people === 0);
  }
  function change(more: Partial<Draft>): void {
    setDraft((known) => ({ ...known, ...more }));
    const changed = Object.keys(more).map((field) => (field === "day" || field === "time" ? "sendOn" : field));
    setFaults((known) =>
      Object.fromEntries(Object.entries(known).filter(([field]) => !changed.includes(field.split(".", 1)[0] ?? ""))),
    );
  }
  return { draft, change, audience, refuseRecipients, faults, problem, said, busy, call };
}
