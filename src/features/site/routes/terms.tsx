import { Link } from "react-router";
import type { Route } from "./+types/terms";
import { Prose } from "#src/features/site/components/prose.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { longDate } from "#src/shared/dates.ts";
import { TERMS_VERSION } from "#src/shared/terms.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Terms",
    description: "What you agree to when you come to our events or use this site.",
    path: "/terms",
  });

function Taking() {
  return (
    <>
      <h2>You come at your own risk</h2>
      <p>
        Volleyball, pickleball, running, climbing, swimming, surfing, dancing, bonfires and the like can hurt you, and
        in the worst case seriously. Sand hides things, the sea moves, people collide. You decide whether you are fit
        for an event and whether its place and its weather suit you, and you can stop at any time.
      </p>
      <p>
        By coming you accept the risks that belong to the activity. As far as the law allows, the group, its admins and
        its hosts are not liable for injury, loss or damage that comes from these risks. This does not cover harm that
        someone causes on purpose or through gross negligence, and it takes away no right that the law does not let you
        give up.
      </p>
      <p>The group does not insure you. Bring your own health insurance, and look after your belongings.</p>
      <h2>How we treat each other</h2>
      <ul>
        <li>Be kind. No harassment, no threats, no discrimination, no unwanted advances. A no is a no.</li>
        <li>Follow what the host says about safety, and the rules of the beach, the park or the gym.</li>
        <li>Take part sober enough to be safe for yourself and others, and keep to the law about alcohol.</li>
        <li>Leave the place cleaner than you found it.</li>
      </ul>
      <p>A host may ask anyone to leave an event. The admins may end a membership when these rules are broken.</p>
    </>
  );
}

export default function Terms() {
  const group = useSiteFacts()?.groupName ?? "The group";
  return (
    <Prose
      title="Terms"
      lead="What you agree to when you come to our events or use this site, in plain words."
      updated={longDate(TERMS_VERSION)}
    >
      <h2>Who we are</h2>
      <p>
        {group} is a social group run by volunteers. Hosts are members who give their time; they are not paid guides,
        trainers or lifeguards. Events are for adults: you must be 18 or older to join.
      </p>
      <Taking />
      <h2>Events change</h2>
      <p>
        Hosts may move or cancel an event, for weather for instance. Look at its page before you set out. Spaces are
        given in the order in which people answer. If you cannot come, say so, so that someone else can.
      </p>
      <h2>Money</h2>
      <p>
        Many events are free. Where one costs something, its page says how much and how to pay. If the group cancels an
        event that you paid the group for, it gives the money back. A supporting membership pays for equipment, permits
        and this site, and ends whenever you cancel it.
      </p>
      <h2>Photos</h2>
      <p>
        People take photos at our events, and some appear on this site. If you do not want to be in one, tell the host,
        or ask an admin to take it down. It will be taken down.
      </p>
      <h2>This site</h2>
      <p>
        Give your own, true details in the forms. Do not try to read what is not meant for you, to break the site, or to
        collect other people’s data. We work to keep the site right and running, and cannot promise that it always is.
      </p>
      <p>
        What we do with your details is in <Link to="/privacy">Privacy</Link>; how to have them deleted is in{" "}
        <Link to="/data-deletion">Data Deletion</Link>.
      </p>
      <h2>Changes</h2>
      <p>
        This is the version of {longDate(TERMS_VERSION)}. When you tick that you agree, the site keeps which version it
        was, and when. When these terms change in a way that matters to you, members are told before it applies.
      </p>
    </Prose>
  );
}
