import type { Route } from "./+types/unsubscribe";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { UnsubscribeForm } from "#src/features/unsubscribe/components/unsubscribe-form.tsx";
import styles from "#src/features/unsubscribe/routes/unsubscribe.module.css";
import { isBonfireSeason } from "#src/features/unsubscribe/rules.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Unsubscribe",
    description: "Stop every mail from the group to your address. It takes one form and one press in a mail.",
    path: "/unsubscribe",
  });

export default function Unsubscribe() {
  const today = useSiteFacts()?.today ?? "";
  return (
    <Page>
      <BesidePicture picture="hero-bonfire-tall">
        <PageHeader
          title="Unsubscribe"
          lead="No hard feelings. Fill this in, press the link that we email you, and our emails stop."
        />
        {isBonfireSeason(today) && (
          <div className={styles.warning}>
            <Notice kind="warning" title="It is bonfire season">
              <p>The fires are announced by mail, often on the day. Unsubscribe now and you may miss the next one.</p>
            </Notice>
          </div>
        )}
        <UnsubscribeForm />
      </BesidePicture>
    </Page>
  );
}
