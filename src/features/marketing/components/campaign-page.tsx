import { BonfireMap } from "#src/features/marketing/components/bonfire-map.tsx";
import { CampaignActions, type CampaignSettings } from "#src/features/marketing/components/campaign-actions.tsx";
import styles from "#src/features/marketing/components/campaign-page.module.css";
import type { Campaign } from "#src/features/marketing/components/campaigns/campaign.ts";
import { SignUpClosed } from "#src/features/marketing/components/sign-up-closed.tsx";
import { tournamentFacts } from "#src/features/marketing/rules.ts";
import { SalsaPhotos } from "#src/features/marketing/components/salsa-photos.tsx";
import { Page } from "#src/ui/page.tsx";
import { Picture } from "#src/ui/picture.tsx";

function Section({ heading, text, list, isNumbered = false }: Campaign["sections"][number]) {
  const List = isNumbered ? "ol" : "ul";
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{heading}</h2>
      <div className={styles.body}>
        {text !== undefined && <p>{text}</p>}
        {list && (
          <List className={styles.list}>
            {list.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </List>
        )}
      </div>
    </section>
  );
}

function Facts({ facts }: Pick<Campaign, "facts">) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A campaign page: what it is, what it costs, and the button. */
export function CampaignPage({ campaign, settings }: { campaign: Campaign; settings: CampaignSettings }) {
  const { title, lead, picture, caption, facts, actions, sections, extra, isTournament } = campaign;
  return (
    <Page>
      <div className={styles.top}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        <figure className={styles.figure}>
          <Picture name={picture} priority sizes="(max-width: 47.99em) 92vw, 560px" className={styles.picture} />
          <figcaption className={styles.caption}>{caption}</figcaption>
        </figure>
        <div className={styles.side}>
          <Facts facts={isTournament ? [...tournamentFacts(settings.tournament), ...facts] : facts} />
          {isTournament && !settings.tournament.isOpen ? (
            <SignUpClosed />
          ) : (
            <CampaignActions actions={actions} settings={settings} />
          )}
        </div>
      </div>
      {extra === "salsa-photos" && <SalsaPhotos />}
      {sections.map((section) => (
        <Section key={section.heading} {...section} />
      ))}
      {extra === "bonfire-map" && <BonfireMap tiles={settings.tiles} hasMerchants={settings.hasMerchants} />}
    </Page>
  );
}
