import { useEffect, useRef, useState } from "react";
import styles from "#src/features/dashboard/components/account-tab.module.css";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";
import { Interests } from "#src/features/join/components/choice-groups.tsx";
import { AGE_RANGE } from "#src/features/profile/messages.ts";
import type { Profile, ProfilePatch } from "#src/features/profile/schema.ts";
import { TextField } from "#src/ui/field.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";

type Draft = { firstName: string; lastName: string; age: string; socials: string; interestedEvents: readonly string[] };

/** The fields that differ from the profile; an empty age is none. */
function changesOf(profile: Profile, draft: Draft): ProfilePatch {
  const age = draft.age.trim() === "" ? null : Number(draft.age);
  const { firstName, lastName, socials } = draft;
  const isSame = (interests: readonly string[]) => interests.join("\n") === profile.interestedEvents.join("\n");
  return {
    ...(firstName !== profile.firstName && { firstName }),
    ...(lastName !== profile.lastName && { lastName }),
    ...(age !== profile.age && { age }),
    ...(socials !== profile.socials && { socials }),
    ...(!isSame(draft.interestedEvents) && { interestedEvents: [...draft.interestedEvents] }),
  };
}

const LINES = ["firstName", "lastName", "age", "socials"] as const;

/** The failure message, unless a field shows it. */
function wordsOf({ message, fields = {} }: MemberFailure): string | null {
  if (LINES.some((line) => fields[line] !== undefined)) return null;
  return `${Object.values(fields)[0] ?? message} What you typed is still here.`;
}

/** Saves the form; holds the result or refusal. */
function useSaving(profile: Profile, draft: Draft, onSaved: (profile: Profile) => void) {
  const [failure, setFailure] = useState<MemberFailure | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  async function save(): Promise<void> {
    const changes = changesOf(profile, draft);
    if (Object.keys(changes).length === 0) return onSaved(profile);
    if (Number.isNaN(changes.age)) {
      setFailure({ ok: false, status: 422, message: AGE_RANGE, fields: { age: AGE_RANGE } });
      return;
    }
    setIsSaving(true);
    const answer = await memberFetch<Profile>("/api/profile", { method: "PATCH", body: changes });
    setIsSaving(false);
    if (answer.ok) onSaved(answer.value);
    else setFailure(answer);
  }
  return { failure, isSaving, save };
}

type DetailsFormProps = { profile: Profile; onSaved: (profile: Profile) => void; onCancel: () => void };

export function DetailsForm({ profile, onSaved, onCancel }: DetailsFormProps) {
  const [draft, setDraft] = useState<Draft>({ ...profile, age: profile.age === null ? "" : String(profile.age) });
  const { failure, isSaving, save } = useSaving(profile, draft, onSaved);
  const form = useRef<HTMLFormElement>(null);
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const faults = failure?.fields ?? {};
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [failure]);
  const line = (field: (typeof LINES)[number]) => ({
    value: draft[field],
    error: faults[field],
    onValue: (value: string) => change({ [field]: value }),
  });
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save();
      }}
    >
      <div className={styles.pair}>
        <TextField label="First name" autoComplete="given-name" maxLength={100} {...line("firstName")} />
        <TextField label="Last name" autoComplete="family-name" maxLength={100} {...line("lastName")} />
      </div>
      <div className={styles.pair}>
        <TextField label="Age" inputMode="numeric" maxLength={3} {...line("age")} />
        <TextField label="Socials" maxLength={120} {...line("socials")} />
      </div>
      <Interests
        isLegendShown
        chosen={draft.interestedEvents}
        onChosen={(interestedEvents) => change({ interestedEvents })}
      />
      <FailureNotice title="Not saved" words={failure && wordsOf(failure)} />
      <FormActions action={["Save", "Saving…"]} isBusy={isSaving} onCancel={onCancel} />
    </form>
  );
}
