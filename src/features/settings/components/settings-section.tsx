import { useEffect, useRef } from "react";
import panel from "#src/features/console/components/panel.module.css";
import { type SectionState, useSection } from "#src/features/settings/components/use-section.ts";
import styles from "#src/features/settings/components/settings.module.css";
import { SETTING_WORDS } from "#src/features/settings/messages.ts";
import type { GroupSettings, SettingName } from "#src/shared/group-settings.ts";
import { FormActions } from "#src/ui/form-actions.tsx";
import { TextArea, TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Section } from "#src/ui/section.tsx";

/** The single-line text settings. */
type TextName = { [Name in SettingName]: GroupSettings[Name] extends string ? Name : never }[SettingName];

type SettingLineProps = { section: SectionState; name: TextName } & Omit<
  React.ComponentProps<typeof TextField>,
  "label" | "value" | "onValue" | "name"
>;

/** @param error what is wrong with the value before it is sent */
export function SettingLine({ section, name, error, ...field }: SettingLineProps) {
  return (
    <TextField
      autoComplete="off"
      {...field}
      label={SETTING_WORDS[name]}
      value={section.values[name]}
      error={section.faultOf(name) ?? error}
      onValue={(value) => section.change({ [name]: value })}
    />
  );
}

type SettingTextProps = { section: SectionState; name: TextName } & Omit<
  React.ComponentProps<typeof TextArea>,
  "label" | "value" | "error" | "onValue" | "name"
>;

/** A multi-line setting. */
export function SettingText({ section, name, ...field }: SettingTextProps) {
  return (
    <TextArea
      {...field}
      label={SETTING_WORDS[name]}
      value={section.values[name]}
      error={section.faultOf(name)}
      onValue={(value) => section.change({ [name]: value })}
    />
  );
}

export type FieldsProps = { section: SectionState };

/** A group of related settings, with a preview. */
export type SettingsPart = {
  id: string;
  title: string;
  Fields: React.ComponentType<FieldsProps>;
  Preview: React.ComponentType<GroupSettings>;
};

type SettingsSectionProps = { part: SettingsPart; settings: GroupSettings; onSaved: (settings: GroupSettings) => void };

export function SettingsSection({ part: { id, title, Fields, Preview }, settings, onSaved }: SettingsSectionProps) {
  const section = useSection(settings, onSaved);
  const form = useRef<HTMLFormElement>(null);
  const { saving } = section;
  useEffect(() => {
    if (saving.kind === "failed") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [saving.kind]);
  return (
    <Section id={`settings-${id}`} title={title}>
      <div className={styles.columns}>
        <form
          ref={form}
          noValidate
          className={panel.form}
          data-unsaved={section.isChanged || undefined}
          onSubmit={(event) => {
            event.preventDefault();
            if (section.isChanged) void section.save();
          }}
        >
          <Fields section={section} />
          <div role="status">{saving.kind === "saved" && !section.isChanged && <Notice title={saving.words} />}</div>
          {saving.kind === "failed" && <Notice kind="error" title={saving.words} />}
          {section.isChanged && (
            <FormActions
              action={["Save", "Saving…"]}
              isBusy={saving.kind === "sending"}
              cancel="Discard"
              onCancel={section.discard}
            />
          )}
        </form>
        <div className={styles.preview} role="group" aria-label={`Preview: ${title}`}>
          <p className="quiet">Preview</p>
          <Preview {...section.values} />
        </div>
      </div>
    </Section>
  );
}
