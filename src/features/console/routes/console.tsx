import { useState } from "react";
import type { ShouldRevalidateFunction } from "react-router";
import type { Route } from "./+types/console";
import { appContext } from "#src/context/app-context.ts";
import { AccountTab } from "#src/features/console/tabs/components/account-tab.tsx";
import { AppsTab } from "#src/features/console/tabs/components/apps-tab.tsx";
import { ChatTab } from "#src/features/console/components/chat-tab.tsx";
import { ConsoleLogin } from "#src/features/console/components/console-login.tsx";
import { CONSOLE_TABS, type ConsoleTab, ConsoleTabs } from "#src/features/console/components/console-tabs.tsx";
import styles from "#src/features/console/components/console.module.css";
import { DebugPanel } from "#src/features/console/tabs/components/debug-panel.tsx";
import { SocialEventsTab } from "#src/features/console/tabs/components/social-events-tab.tsx";
import { PendingTab } from "#src/features/requests/components/pending-tab.tsx";
import { useConsoleEntry } from "#src/features/console/tabs/components/use-console-entry.ts";
import { CONSOLE_TITLE } from "#src/features/console/messages.ts";
import { useCounts } from "#src/features/console/components/use-counts.ts";
import { TabPanel } from "#src/ui/tabs.tsx";
import { useTab } from "#src/ui/use-tab.ts";
import { SecureAccount } from "#src/features/factors/components/secure-account.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { usePageTitle } from "#src/features/site/use-site-facts.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import type { Action } from "#src/shared/roles.ts";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: CONSOLE_TITLE, path: "/admin", isHidden: true });

export function loader({ context }: Route.LoaderArgs) {
  const { adminDebug, group } = context.get(appContext).config;
  return { hasDebug: adminDebug, ...group.messageTexts };
}

// Tabs and filters live in the query string, and reloading the page for each would delay every change by a round trip
// and let the next one undo it. Only settings changes revalidate the same URL.
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href;

type TabsChoice = { tab: ConsoleTab; choose: (tab: ConsoleTab, isStep: boolean) => void };

function Head() {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{CONSOLE_TITLE}</h1>
    </div>
  );
}

/** Skeleton of the console. */
function Waiting({ tab, choose }: TabsChoice) {
  return (
    <>
      <Head />
      <ConsoleTabs tabs={CONSOLE_TABS} current={tab} counts={null} onChoose={choose} />
      {CONSOLE_TABS.map(({ id }) => (
        <TabPanel key={id} id={id} isShown={tab === id}>
          <div className={styles.blank} aria-hidden>
            <div />
            <div />
          </div>
        </TabPanel>
      ))}
    </>
  );
}

/** The action a role must include for a tab; other tabs are open to every role. */
const TAB_NEEDS: Readonly<Partial<Record<ConsoleTab, Action>>> = {
  pending: "decide_requests",
  events: "manage_events",
};

function Inside({ tab, choose, profile }: TabsChoice & { profile: Profile }) {
  // Without a role, only the debug override leads here, and shows every screen.
  const mayDo = (action: Action) => profile.mayDo?.includes(action) ?? true;
  const tabs = CONSOLE_TABS.filter(({ id }) => {
    const needed = TAB_NEEDS[id];
    return needed === undefined || mayDo(needed);
  });
  const shown = tabs.find(({ id }) => id === tab)?.id ?? tabs[0]?.id ?? "account";
  const counts = useCounts(shown);
  const label = tabs.find(({ id }) => id === shown)?.label;
  // Each app sets its own title.
  usePageTitle(shown === "apps" ? null : `${label} — ${CONSOLE_TITLE}`);
  const contents: Record<ConsoleTab, React.ReactNode> = {
    pending: <PendingTab />,
    events: <SocialEventsTab />,
    apps: <AppsTab counts={counts} mayDo={mayDo} />,
    chat: <ChatTab />,
    account: <AccountTab profile={profile} />,
  };
  return (
    <>
      <Head />
      <ConsoleTabs tabs={tabs} current={shown} counts={counts} onChoose={choose} />
      {tabs.map(({ id }) => (
        <TabPanel key={id} id={id} isShown={shown === id}>
          {contents[id]}
        </TabPanel>
      ))}
    </>
  );
}

function Unreachable({ onRetry }: { onRetry: (() => void) | null }) {
  return (
    <EmptyState level={1} picture="offline" title="We could not reach the site" text="You may still be signed in.">
      {onRetry ? (
        <Button onClick={onRetry}>Try again</Button>
      ) : (
        <ButtonLink to="." reloadDocument>
          Try again
        </ButtonLink>
      )}
    </EmptyState>
  );
}

const OVERRIDE_KEY = "admin-override";

/** The debug panel's override for this tab; always off without the panel. */
function useOverride(hasDebug: boolean) {
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOverridden = hasDebug && isHydrated && (chosen ?? sessionStorage.getItem(OVERRIDE_KEY) !== null);
  const override = (isOn: boolean) => {
    if (isOn) sessionStorage.setItem(OVERRIDE_KEY, "on");
    else sessionStorage.removeItem(OVERRIDE_KEY);
    setChosen(isOn);
  };
  return [isOverridden, override] as const;
}

export default function Console({ loaderData }: Route.ComponentProps) {
  const [isOverridden, override] = useOverride(loaderData.hasDebug);
  const { place, notice, profile } = useConsoleEntry(isOverridden);
  const [tab, choose] = useTab(CONSOLE_TABS, "pending");
  const isKnown = place !== "unknown";
  return (
    <Page needsScripts>
      {/* A stable position in the tree keeps input typed before hydration. */}
      <div className={styles.visitors} data-live={isKnown || undefined}>
        {(place === "login" || !isKnown) && <ConsoleLogin notice={notice} />}
      </div>
      <div className={styles.organizers} data-live={isKnown || undefined}>
        {(place === "waiting" || !isKnown) && <Waiting tab={tab} choose={choose} />}
        {place === "locked" && <SecureAccount onSecured={profile.retry} />}
        {place === "in" && profile.value && <Inside tab={tab} choose={choose} profile={profile.value} />}
        {place === "unreachable" && <Unreachable onRetry={profile.failure && profile.retry} />}
      </div>
      {loaderData.hasDebug && <DebugPanel profile={profile.value} isOverridden={isOverridden} onOverride={override} />}
    </Page>
  );
}
