import type { Route } from "./+types/team-registration";
import { TeamForm } from "#src/features/marketing/components/team-form.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Breadcrumb } from "#src/ui/breadcrumb.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Register a team",
    description: "Register your team of four for the free beach volleyball tournament, until Friday 11:59pm.",
    path: "/registration-vball-tourney",
  });

const TRAIL = [
  { label: "Home", to: "/" },
  { label: "Tournament", to: "/tournament" },
];

export default function TeamRegistration() {
  return (
    <Page width="text">
      <Breadcrumb trail={TRAIL} current="Register a team" />
      <PageHeader
        title="Register a team"
        lead="Four names and one person we can reach. It is free, and open until Friday, 11:59pm, or until 40 entries are in."
      />
      <TeamForm />
    </Page>
  );
}
