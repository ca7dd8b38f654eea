import styles from "#src/features/settings/components/settings.module.css";
import type { SettingsAnswer } from "#src/features/settings/schema.ts";
import { Section } from "#src/ui/section.tsx";

/** Settings that only the server's owner can change. */
export function OnServer({ settings }: { settings: SettingsAnswer["onServer"] }) {
  return (
    <Section id="settings-server" title="Set on the server">
      <p>
        These settings and secrets come only from the server’s environment. The owner of the server changes them; nobody
        can read them here.
      </p>
      <dl className={styles.server}>
        {settings.map(({ name, use, isSet }) => (
          <div key={name}>
            <dt>
              {use} <span className="quiet">{name}</span>
            </dt>
            <dd data-set={isSet || undefined}>{isSet ? "Set" : "Not set"}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
