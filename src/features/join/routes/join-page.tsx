import { data, useLocation } from "react-router";
import type { Route } from "./+types/join-page";
import { appContext } from "#src/context/app-context.ts";
import { JoinWizard } from "#src/features/join/components/join-wizard.tsx";
import { eventsToChoose } from "#src/features/join/queries.server.ts";
import styles from "#src/features/join/routes/join-page.module.css";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { Page } from "#src/ui/page.tsx";
import { Picture } from "#src/ui/picture.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const asked = "eventId" in params ? params.eventId : url.searchParams.get("eventId");
  const choices = await eventsToChoose(context.get(appContext), asked ?? null);
  // A page without its events is good enough to serve, but not to cache.
  return data(choices, choices.events === null ? { headers: { "cache-control": "no-store" } } : {});
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Join",
    description: "Nine short questions, and you are on the list: volleyball, pickleball, runs, bonfires and more.",
    path: "/join",
  });

export default function JoinPage({ loaderData }: Route.ComponentProps) {
  const facts = useSiteFacts();
  const { key } = useLocation();
  return (
    <Page>
      <div className={styles.columns}>
        <JoinWizard
          // After a request was sent, a link to this page starts over; until then the stored draft continues.
          key={key}
          data={loaderData}
          groupName={facts?.groupName ?? "us"}
          chatInviteUrl={facts?.chatInviteUrl ?? "/"}
        />
        <div className={styles.side} aria-hidden>
          <Picture name="hero-bonfire-tall" sizes="32rem" alt="" className={styles.picture} />
        </div>
      </div>
    </Page>
  );
}
