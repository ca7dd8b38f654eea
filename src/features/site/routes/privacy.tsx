import { Link } from "react-router";
import type { Route } from "./+types/privacy";
import { Prose } from "#src/features/site/components/prose.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { RETENTION_LINES } from "#src/features/privacy/rules.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Privacy",
    description: "What we collect, why, who sees it, how long it is kept, and how to have it deleted.",
    path: "/privacy",
  });

function Collected() {
  return (
    <>
      <h2>What we collect</h2>
      <ul>
        <li>
          <strong>When you ask to join:</strong> your first and last name, phone number, email, sex, shirt size,
          interests, the events you picked, and, if you give them, your Instagram name, who told you about us, and a
          message.
        </li>
        <li>
          <strong>While you fill in that form:</strong> at each step, what you have entered so far is sent to us and
          kept as a draft, so that we can help if something breaks on the way. A draft that never becomes a request is
          deleted after 30 days.
        </li>
        <li>
          <strong>When you have an account:</strong> your email, a scrambled form of your password, and what you put in
          your profile.
        </li>
        <li>
          <strong>When you RSVP to an event:</strong> your RSVP, and when you gave it.
        </li>
        <li>
          <strong>When your browser asks for a page:</strong> the technical details that every server sees, such as your
          network address. They are used to keep the site running and to stop abuse.
        </li>
      </ul>
      <h2>Why</h2>
      <p>
        To decide on your request, to reach you about it and about events, to plan events (how many people, which
        shirts), and to keep the group safe. We ask for sex to keep events balanced and for some of the chats. We use it
        for nothing else.
      </p>
    </>
  );
}

function Seen({ group }: { group: string }) {
  return (
    <>
      <h2>Who sees it</h2>
      <ul>
        <li>
          <strong>Organizers</strong> of {group} see everything you gave us: your name, email, phone number, sex, shirt
          size, interests and messages, your RSVPs, payments and photos, and when your account signed in. They can
          change it, export it as a list and delete it, and what they change is logged. They are volunteers, and may use
          it for the group only. They never see your password.
        </li>
        <li>
          <strong>Everyone who may use the chats</strong> (members, and people to whom the group gives free access) sees
          your full name, or your nickname if you gave no name, in the list of who is going or may come to an event and
          in the chats you are in, with the picture you have there and everything you write.
        </li>
        <li>
          <strong>Hosts</strong> see who is coming to their event, by name, as members do. Your own name as a host, and
          the payment links you enter, are public with your event.
        </li>
        <li>
          <strong>Visitors</strong> see how many are going, never who. Photos of public events are public, also those
          that show you: anyone can ask to have a photo taken down, right below it.
        </li>
        <li>
          Services that the group chose to carry its messages or payments get what they need for that, and no more.
        </li>
        <li>An authority gets it if the law makes us.</li>
      </ul>
      <p>
        <strong>We do not sell your details, and we do not trade them.</strong> There are no advertisements here and no
        trackers.
      </p>
      <h2>What is kept in your browser</h2>
      <p>
        While you are signed in: that you are, until you close the tab, and a cookie that lets you come back. If you
        choose light or dark colors: that choice. Nothing follows you to other sites.
      </p>
    </>
  );
}

export default function Privacy() {
  const group = useSiteFacts()?.groupName ?? "the group";
  return (
    <Prose title="Privacy" lead="What we collect, why, who sees it, and how you get rid of it." updated="November 2026">
      <Collected />
      <Seen group={group} />
      <h2>How long</h2>
      <dl>
        {RETENTION_LINES.map(({ what, kept }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{kept}</dd>
          </div>
        ))}
      </dl>
      <p>
        After a deletion nobody can read anything about you anymore. If an organizer deleted you, an encrypted copy is
        kept for 30 days in case it was a mistake, then its key is destroyed; if you delete your own account, there is
        no such copy. Copies in backups disappear as the backups are replaced.
      </p>
      <h2>What you can ask for</h2>
      <p>
        You can ask to see what we hold about you, to correct it, to stop our messages, or to have it all deleted.{" "}
        <Link to="/data-deletion">Data Deletion</Link> says how; we answer within 30 days and it costs nothing.
      </p>
      <h2>Children</h2>
      <p>
        The group is for adults. We do not knowingly keep details of anyone under 18, and delete them when we learn of
        it.
      </p>
    </Prose>
  );
}
