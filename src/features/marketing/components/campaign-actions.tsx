import type { MapTiles } from "#src/features/map/queries.server.ts";
import styles from "#src/features/marketing/components/campaign-actions.module.css";
import type { CampaignAction } from "#src/features/marketing/components/campaigns/campaign.ts";
import { CardButton } from "#src/features/payments/components/card-button.tsx";
import type { Tournament } from "#src/features/marketing/rules.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";

type FormName = Extract<CampaignAction, { kind: "form" }>["form"];

/** The configured targets of the buttons; null if not set. */
export type CampaignSettings = {
  readonly forms: Readonly<Record<FormName, string | null>>;
  readonly tiles: MapTiles;
  /** Whether the group shows its map of merchants. */
  readonly hasMerchants: boolean;
  readonly tournament: Tournament;
  readonly lesson: { readonly publishableKey: string; readonly buttonId: string } | null;
};

type ActionProps = { action: CampaignAction; settings: CampaignSettings; variant: "primary" | "quiet" };

/** The text instead of an action whose setting is missing; null if it is set. */
function missingOf(action: CampaignAction, { forms, lesson }: CampaignSettings): string | null {
  if (action.kind === "form" && forms[action.form] === null) return action.missing;
  return action.kind === "lesson" && lesson === null ? action.missing : null;
}

function Action({ action, settings, variant }: ActionProps) {
  if (action.kind === "lesson") return settings.lesson && <CardButton {...settings.lesson} />;
  const to = action.kind === "page" ? action.to : settings.forms[action.form];
  return (
    to !== null && (
      <ButtonLink
        to={to}
        size="lg"
        wide
        variant={variant}
        // The group's own form on another site.
        {...(action.kind === "form" && { rel: "noopener" })}
      >
        {action.label}
      </ButtonLink>
    )
  );
}

/** A campaign's buttons. What is not set up is replaced by a sentence and a link to Support. */
export function CampaignActions({
  actions,
  settings,
}: Pick<ActionProps, "settings"> & { actions: readonly CampaignAction[] }) {
  const missing = [...new Set(actions.map((action) => missingOf(action, settings)))].filter((words) => words !== null);
  const there = actions.filter((action) => missingOf(action, settings) === null);
  return (
    <div>
      <div className={styles.actions}>
        {missing.length > 0 && (
          <ButtonLink to="/support" size="lg" wide>
            Write to us
          </ButtonLink>
        )}
        {there.map((action, index) => (
          <Action
            key={JSON.stringify(action)}
            action={action}
            settings={settings}
            variant={index === 0 && missing.length === 0 ? "primary" : "quiet"}
          />
        ))}
      </div>
      {missing.map((words) => (
        <p key={words} className={styles.missing}>
          {words}
        </p>
      ))}
    </div>
  );
}
