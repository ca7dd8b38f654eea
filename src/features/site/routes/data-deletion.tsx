import { Link } from "react-router";
import type { Route } from "./+types/data-deletion";
import { Prose } from "#src/features/site/components/prose.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Data Deletion",
    description: "How to have what we hold about you deleted, and what happens then.",
    path: "/data-deletion",
  });

export default function DataDeletion() {
  const chatInviteUrl = useSiteFacts()?.chatInviteUrl;
  return (
    <Prose
      title="Data Deletion"
      lead="You can have everything we hold about you deleted. You need no reason and no account."
      updated="November 2026"
    >
      <h2>With an account</h2>
      <p>
        <Link to="/login?next=/dashboard?tab=account">Sign in</Link>, open Account in your dashboard, and choose “Delete
        my account”. It is done at once, and you need to ask nobody.
      </p>
      <h2>How to ask</h2>
      <ol>
        <li>
          Write to an admin{" "}
          {chatInviteUrl ? (
            <>
              in the{" "}
              <a href={chatInviteUrl} rel="noopener">
                group chat
              </a>
            </>
          ) : (
            "in the group chat"
          )}{" "}
          or through the <Link to="/support">support form</Link>, or tell a host at any event. Say: “Please delete my
          data.”
        </li>
        <li>
          Give the name, phone number and email address that you used with us. We need them to find your records, and to
          be sure that it is you who asks.
        </li>
        <li>We may call or write to that number or address once, to confirm. You need to do nothing else.</li>
      </ol>
      <h2>What happens then</h2>
      <p>
        When you ask us, within 30 days we delete your request to join and its drafts, your account and profile, your
        RSVPs, your photos, and your messages to us. Your chat messages stay without your name. We tell you when it is
        done. Copies in backups disappear as the backups are replaced.
      </p>
      <h2>What stays</h2>
      <ul>
        <li>Records of payments, as long as tax law asks for them, with nothing but what it asks for.</li>
        <li>Your address on the list of people not to be written to, if you want that, so that we keep to it.</li>
        <li>Messages you sent in a chat service that is not ours: delete those there.</li>
      </ul>
      <p>A photo you are in is taken down when you point it out.</p>
      <h2>Only tired of messages?</h2>
      <p>
        <Link to="/unsubscribe">Unsubscribe</Link> stops them and keeps your account. What we hold and why is in{" "}
        <Link to="/privacy">Privacy</Link>.
      </p>
    </Prose>
  );
}
