import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { Route } from "./+types/dashboard";
import styles from "#src/features/dashboard/components/dashboard.module.css";
import { AccountSkeleton, AccountTab } from "#src/features/dashboard/components/account-tab.tsx";
import { ChatsTab } from "#src/features/dashboard/components/chats-tab.tsx";
import { EventsSkeleton, EventsTab } from "#src/features/dashboard/components/events-tab.tsx";
import { greeting } from "#src/features/dashboard/components/greeting.ts";
import { ConsoleRefused } from "#src/features/dashboard/components/console-refused.tsx";
import { NoticeStrip } from "#src/features/dashboard/components/notice-strip.tsx";
import { type Tab, TabPanel, Tabs } from "#src/ui/tabs.tsx";
import { useEntry } from "#src/features/dashboard/components/use-entry.ts";
import { useTab } from "#src/ui/use-tab.ts";
import { type Loaded, useLoaded } from "#src/features/identity/components/use-loaded.ts";
import type { Upcoming } from "#src/features/dashboard/schema.ts";
import { ChatCardsSkeleton } from "#src/features/chats/components/chat-cards.tsx";
import { useHosted } from "#src/features/events/hosting/components/my-events.tsx";
import type { HostedPage } from "#src/features/events/hosting/schema.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { usePageTitle } from "#src/features/site/use-site-facts.ts";
import { FAILED_TO_LOAD_PROFILE } from "#src/features/profile/messages.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

const TITLE = "Event Dashboard";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: TITLE, path: "/dashboard", isHidden: true });

const TABS = [
  { id: "events", label: "Events" },
  { id: "chats", label: "Chats" },
  { id: "account", label: "Account" },
] as const satisfies readonly Tab<string>[];
type TabId = (typeof TABS)[number]["id"];

/** The first tab is the dashboard itself. */
function titleOf(tab: TabId): string {
  const label = TABS.find(({ id }) => id === tab)?.label;
  return tab === "events" ? TITLE : `${label} — ${TITLE}`;
}

/** Content that needs the profile; until it loads, a skeleton or error. */
function WithProfile({ loaded, skeleton, children }: WithProfileProps) {
  if (loaded.failure) {
    return (
      <EmptyState picture="offline" title={FAILED_TO_LOAD_PROFILE} text="Nothing of it is lost.">
        <Button onClick={loaded.retry}>Try again</Button>
      </EmptyState>
    );
  }
  return loaded.value ? children(loaded.value) : skeleton;
}
type WithProfileProps = {
  loaded: Loaded<Profile>;
  skeleton: React.ReactNode;
  children: (profile: Profile) => React.ReactNode;
};

/** Shown when the session has ended or could not be checked. */
function Outside({ isSignedOut }: { isSignedOut: boolean }) {
  return isSignedOut ? (
    <EmptyState
      level={1}
      picture="joined"
      title="You are signed out"
      text="Sign in again to see your events and chats."
    >
      <ButtonLink to="/login?next=/dashboard">Sign in</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState level={1} picture="offline" title="We could not reach the site" text="You may still be signed in.">
      <ButtonLink to="/dashboard" reloadDocument>
        Try again
      </ButtonLink>
    </EmptyState>
  );
}

type Person = { profile: Loaded<Profile>; events: Loaded<Upcoming>; hosted: Loaded<HostedPage> };

function Panels({ tab, profile, events, hosted }: Person & { tab: TabId }) {
  // The news appears above the events and would push them down.
  const isNewsKnown = profile.value !== null || profile.failure !== null;
  return (
    <>
      <TabPanel id="events" isShown={tab === "events"}>
        {profile.value && <NoticeStrip profile={profile.value} onProfile={profile.set} />}
        {isNewsKnown ? <EventsTab events={events} hosted={hosted} /> : <EventsSkeleton />}
      </TabPanel>
      <TabPanel id="chats" isShown={tab === "chats"}>
        <WithProfile loaded={profile} skeleton={<ChatCardsSkeleton />}>
          {(known) => <ChatsTab profile={known} onProfile={profile.set} />}
        </WithProfile>
      </TabPanel>
      <TabPanel id="account" isShown={tab === "account"}>
        <WithProfile loaded={profile} skeleton={<AccountSkeleton />}>
          {(known) => <AccountTab profile={known} onProfile={profile.set} />}
        </WithProfile>
      </TabPanel>
    </>
  );
}

function Greeting({ title }: { title: string }) {
  return (
    <div className={styles.greeting}>
      <PageHeader title={title} />
    </div>
  );
}

/** The page until the viewer is known. */
function Waiting({ tab, choose }: { tab: TabId; choose: (tab: TabId, isStep: boolean) => void }) {
  return (
    <>
      <Greeting title={TITLE} />
      <Tabs label={TITLE} tabs={TABS} current={tab} onChoose={choose} />
      {TABS.map(({ id }) => (
        <TabPanel key={id} id={id} isShown={tab === id}>
          {id === "events" && <EventsSkeleton />}
          {id === "chats" && <ChatCardsSkeleton />}
          {id === "account" && <AccountSkeleton />}
        </TabPanel>
      ))}
    </>
  );
}

function Inside({ tab, choose }: { tab: TabId; choose: (tab: TabId, isStep: boolean) => void }) {
  const profile = useLoaded<Profile>("/api/profile");
  const events = useLoaded<Upcoming>("/api/pending-join-requests?type=socialEvents&days=14");
  const hosted = useHosted();
  const navigate = useNavigate();
  const [hour] = useState(() => new Date().getHours());
  const role = profile.value?.role;
  useEffect(() => {
    // An organizer by configuration, whose token has no such group.
    if (role === "admin") void navigate("/admin", { replace: true });
  }, [role, navigate]);
  const title = profile.value ? greeting(profile.value.firstName, hour) : TITLE;
  return (
    <>
      <Greeting title={title} />
      {profile.value?.mayDo && role !== "admin" && (
        <p>
          <ButtonLink to="/admin" variant="quiet">
            Open the console
          </ButtonLink>
        </p>
      )}
      {profile.value && role !== "admin" && <ConsoleRefused />}
      <Tabs label={TITLE} tabs={TABS} current={tab} onChoose={choose} />
      <Panels tab={tab} profile={profile} events={events} hosted={hosted} />
    </>
  );
}

export default function Dashboard() {
  const entry = useEntry();
  const [tab, choose] = useTab(TABS, "events");
  usePageTitle(entry === "in" ? titleOf(tab) : null);
  return (
    <Page needsScripts>
      {entry === "waiting" && <Waiting tab={tab} choose={choose} />}
      {entry === "in" && <Inside tab={tab} choose={choose} />}
      {(entry === "left" || entry === "unreachable") && <Outside isSignedOut={entry === "left"} />}
    </Page>
  );
}
