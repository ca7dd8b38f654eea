import { Link } from "react-router";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import panel from "#src/features/console/components/panel.module.css";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { CONTACT_SETTINGS } from "#src/features/settings/components/contact-settings.tsx";
import { GROUP_SETTINGS } from "#src/features/settings/components/group-names.tsx";
import {
  CHAT_GROUPS_SETTINGS,
  INTERESTS_SETTINGS,
  MERCHANTS_SETTINGS,
} from "#src/features/settings/components/list-settings.tsx";
import { LeaveGuard } from "#src/features/settings/components/leave-guard.tsx";
import { OnServer } from "#src/features/settings/components/on-server.tsx";
import { PAGES_SETTINGS } from "#src/features/settings/components/page-settings.tsx";
import { PAYMENTS_SETTINGS, PLANS_SETTINGS } from "#src/features/settings/components/payment-names.tsx";
import { PLACES_SETTINGS } from "#src/features/settings/components/place-settings.tsx";
import { BUDGET_SETTINGS, MESSAGES_SETTINGS } from "#src/features/settings/components/text-settings.tsx";
import { SettingsSection } from "#src/features/settings/components/settings-section.tsx";
import type { SettingsAnswer } from "#src/features/settings/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

const PARTS = [
  GROUP_SETTINGS,
  CONTACT_SETTINGS,
  PAGES_SETTINGS,
  PLANS_SETTINGS,
  PAYMENTS_SETTINGS,
  BUDGET_SETTINGS,
  MESSAGES_SETTINGS,
  PLACES_SETTINGS,
  INTERESTS_SETTINGS,
  CHAT_GROUPS_SETTINGS,
  MERCHANTS_SETTINGS,
];

/** The group's settings, which appear on every page. */
export function SettingsApp() {
  const { value, failure, retry, set } = useLoaded<SettingsAnswer>("/api/admin/settings", consoleFetch);
  if (failure)
    return (
      <EmptyState picture="offline" title="The settings could not be loaded" text={failure.message}>
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    );
  if (!value)
    return (
      <div className={panel.skeleton} aria-hidden>
        <span />
        <span />
      </div>
    );
  return (
    <LeaveGuard>
      <h2 className={panel.title}>Settings</h2>
      <p>
        Every page shows a change at once. The <Link to="?tab=apps&app=audit&action=settings_changed">audit log</Link>{" "}
        says who changed what, and can undo it.
      </p>
      {PARTS.map((part) => (
        <SettingsSection
          key={part.id}
          part={part}
          settings={value.settings}
          onSaved={(settings) => set({ ...value, settings })}
        />
      ))}
      <OnServer settings={value.onServer} />
    </LeaveGuard>
  );
}
