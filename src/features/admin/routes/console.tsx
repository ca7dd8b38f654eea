import { useState } from "react";
import type { Route } from "./+types/console";
import { AppsTab } from "#src/features/admin/components/apps/apps-tab.tsx";
import { SocialEventsTab } from "#src/features/admin/components/events/social-events-tab.tsx";
import { PendingTab } from "#src/features/admin/components/pending/pending-tab.tsx";
import { type Tab, TabPanel, Tabs } from "#src/features/dashboard/components/tabs.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { PageHeader } from "#src/ui/page-header.tsx";
import { Page } from "#src/ui/page.tsx";

const TITLE = "Admin console";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: TITLE, path: "/admin", isHidden: true });

const TABS = [
  { id: "pending", label: "Pending Requests" },
  { id: "events", label: "Social Events" },
  { id: "apps", label: "Apps" },
] as const satisfies readonly Tab<string>[];

export default function Console() {
  const [tab, setTab] = useState<(typeof TABS)[number]["id"]>("pending");
  return (
    <Page>
      <PageHeader title={TITLE} />
      <Tabs label={TITLE} tabs={TABS} current={tab} onChoose={setTab} />
      <TabPanel id="pending" isShown={tab === "pending"}>
        <PendingTab />
      </TabPanel>
      <TabPanel id="events" isShown={tab === "events"}>
        <SocialEventsTab />
      </TabPanel>
      <TabPanel id="apps" isShown={tab === "apps"}>
        <AppsTab />
      </TabPanel>
    </Page>
  );
}
