import type { Route } from "./+types/team-registration";
import { appContext } from "#src/context/app-context.ts";
import { SignUpClosed } from "#src/features/marketing/components/sign-up-closed.tsx";
import { TeamForm } from "#src/features/marketing/components/team-form.tsx";
import { tournamentFacts, tournamentOf } from "#src/features/marketing/rules.ts";
import { siteFacts } from "#src/features/site/queries.server.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Breadcrumb } from "#src/ui/breadcrumb.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return tournamentOf(app.config.tournamentDay, siteFacts(app).today);
}

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

export default function TeamRegistration({ loaderData: tournament }: Route.ComponentProps) {
  const facts = tournamentFacts(tournament).filter(([label]) => label !== "Where");
  return (
    <Page>
      <BesidePicture picture="hero-volleyball-tall">
        <Breadcrumb trail={TRAIL} current="Register a team" />
        <PageHeader
          title="Register a team"
          lead={
            tournament.isOpen
              ? `Four names and one person we can reach. It’s free, and open until 40 entries are in. ${facts.map(([label, value]) => `${label}: ${value}.`).join(" ")}`
              : "The free volleyball tournament for teams of four."
          }
        />
        {tournament.isOpen ? <TeamForm /> : <SignUpClosed />}
      </BesidePicture>
    </Page>
  );
}
