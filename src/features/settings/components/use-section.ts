import { useState } from "react";
import { useRevalidator } from "react-router";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { SettingsChanged } from "#src/features/settings/schema.ts";
import type { GroupSettings, SettingName } from "#src/shared/group-settings.ts";

export type Saving =
  | { readonly kind: "idle" | "sending" }
  | { readonly kind: "saved" | "failed"; readonly words: string };

/** A section's unsaved settings. */
export function useSection(settings: GroupSettings, onSaved: (settings: GroupSettings) => void) {
  const [draft, setDraft] = useState<Partial<GroupSettings>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState<Saving>({ kind: "idle" });
  const page = useRevalidator();

  function change(values: Partial<GroupSettings>): void {
    setDraft((now) => ({ ...now, ...values }));
    const names = Object.keys(values);
    setFaults(Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name))));
    setSaving((now) => (now.kind === "sending" ? now : { kind: "idle" }));
  }

  async function save(): Promise<void> {
    if (saving.kind === "sending") return;
    setSaving({ kind: "sending" });
    const sent: Readonly<Record<string, unknown>> = draft;
    const answer = await consoleFetch<SettingsChanged>("/api/admin/settings", { method: "PUT", body: sent });
    if (!answer.ok) {
      setFaults(answer.fields ?? {});
      setSaving({ kind: "failed", words: answer.message });
      return;
    }
    // Edits made meanwhile are not saved yet.
    setDraft((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name])));
    setFaults({});
    setSaving({ kind: "saved", words: answer.value.message });
    onSaved(answer.value.settings);
    // This page's own frame shows the settings too.
    void page.revalidate();
  }

  return {
    values: { ...settings, ...draft },
    faultOf: (name: SettingName): string | undefined => faults[name],
    isChanged: Object.keys(draft).length > 0,
    saving,
    change,
    save,
    discard: () => {
      setDraft({});
      setFaults({});
      setSaving({ kind: "idle" });
    },
  };
}
export type SectionState = ReturnType<typeof useSection>;
