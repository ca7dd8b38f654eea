import { expect } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { Person } from "#tests/journeys/person.ts";
import type { BrowserSite } from "#tests/support/browser-site.ts";
import { askToJoin } from "#tests/support/pending-console.ts";
import { ADMIN, mailedCode, MEMBER } from "#tests/support/sign-in-screen.ts";

const HOST = "host@example.com";
/** Signed in, no membership, profile complete. */
const USER = "complete@example.com";
const BONFIRE = "/events/2026-11-25-bonfire-at-the-dunes";

type Scene = {
  readonly site: BrowserSite;
  /** A new person with their own browser. */
  readonly meet: () => Promise<Person>;
  /** Unlike any other journey's, for names that must not meet. */
  readonly mark: string;
};

export type Journey = { readonly name: string; readonly walk: (scene: Scene) => Promise<void> };

/** The newest mail to someone that has these words. */
async function theMailTo(site: BrowserSite, email: string, words: string): Promise<string> {
  const isIt = ({ to, text }: { to: string; text: string }) => to === email && text.includes(words);
  const mails = await site.mailsWhen((all) => all.some(isIt));
  return mails.findLast(isIt)?.text ?? "";
}

const visitorToMember: Journey = {
  name: "[NAV-08, DAY-06, AUTH-04, PAY-07, EVT-08] a visitor takes a place, makes an account, and becomes a member by card",
  async walk({ site, meet, mark }) {
    const email = `zoe-${mark}@example.com`;
    const zoe = await meet();
    await zoe.opens(BONFIRE);
    await zoe.reads("join group for location");
    await zoe.follows("Join");
    await zoe.fills({ "First name": "Zoe", "Last name": "Marsh", Email: email, "Phone number": "9045550161" });
    await zoe.presses("Join");
    await zoe.reads("Check your email");
    await zoe.opens(/\/place#[\w-]+/.exec(await theMailTo(site, email, "/place#"))?.[0] ?? "");
    await zoe.reads("You’re going");
    await zoe.follows("Create an account");
    await zoe.fills({
      "First name": "Zoe",
      "Last name": "Marsh",
      Password: "Drift-wood-88",
      "Password again": "Drift-wood-88",
    });
    await zoe.chooses("18 or older");
    await zoe.presses("Sign up");
    await zoe.reads("Check your email");
    await zoe.fills({ "Verification code": await mailedCode(site, email) });
    await zoe.presses("Confirm");
    await zoe.reads("Your email address is confirmed.");
    await zoe.signsIn(email, "Drift-wood-88");
    await zoe.opens("/dashboard");
    await zoe.reads("Your next event");
    await zoe.reads("You are going.");
    await zoe.opens("/subscribe");
    await zoe.follows("Subscribe");
    await zoe.isAt("/checkout");
    await zoe.fills({ Email: email });
    await zoe.presses("Pay $20");
    await zoe.reads("Payment received");
    await zoe.opens(BONFIRE);
    await zoe.reads("Fire ring 4");
  },
};

const hostsEvent: Journey = {
  name: "[NAV-08, CREATE-08, EVT-13] a host creates an event, changes it, postpones it, and cancels it",
  async walk({ meet, mark }) {
    const title = `Low Tide ${mark}`;
    const path = `/events/2026-12-05-low-tide-${mark}`;
    const [host, visitor] = [await meet(), await meet()];
    await host.signsIn(HOST);
    await host.opens("/create");
    await host.fills({
      Title: title,
      Date: "2026-12-05",
      Location: "Oceanfront Park, 6 Oceanfront N",
      Description: "Bring a blanket.",
      Host: "Harper Host",
    });
    await host.presses("Create Event");
    await host.reads("Event Created Successfully");
    await visitor.opens(path);
    await visitor.reads("Bring a blanket.");
    await host.opens(path);
    await host.follows("Edit event");
    await host.fills({ Description: "Bring a lantern." });
    await host.presses("Save changes");
    await host.reads("Saved.");
    await visitor.opens(path);
    await visitor.reads("Bring a lantern.");
    await host.presses("Postpone this event");
    await host.chooses("Not known yet");
    await host.presses("Postpone it");
    await host.reads("It is postponed and needs a new date.");
    await visitor.opens(path);
    await visitor.reads("New date to be announced");
    await host.presses("Cancel this event");
    await host.presses("Cancel the event");
    await host.reads("It is canceled.");
    await visitor.opens(path);
    await visitor.reads("This event isn’t happening");
  },
};

const monday: Journey = {
  name: "[NAV-08, ADMIN-03, CREATE-09, ADMIN-12] an organizer's Monday: who asks to join, what waits to be published, and the log of it",
  async walk({ site, meet, mark }) {
    await askToJoin(site, `Sandy ${mark}`, [{ first_name: "Sandy", last_name: "Shore" }]);
    const host = await site.signedIn({ email: `hopeful-${mark}@example.com` });
    await site.addEvent(
      makeEvent({ day: "2026-12-06", title: `Held Picnic ${mark}`, held: true, hostUserId: host.userId }),
    );
    const avery = await meet();
    await avery.signsIn(ADMIN);
    await avery.isAt("/admin");
    await avery.reads(`Sandy ${mark}`);
    await avery.opens("/admin?tab=events");
    await avery.reads(`Held Picnic ${mark}`);
    await avery.presses("Look and decide");
    await avery.presses("Publish");
    await avery.reads("The event is published, and its host is told.");
    const visitor = await meet();
    await visitor.opens(`/events/2026-12-06-held-picnic-${mark}`);
    await visitor.reads(`Held Picnic ${mark}`);
    await avery.opens("/admin?tab=apps&app=audit");
    await avery.reads(`Held Picnic ${mark}`);
  },
};

const waitingList: Journey = {
  name: "[NAV-08, DASH-06] the last place: one has it, one waits, and gets it when it is given up",
  async walk({ site, meet, mark }) {
    const { id } = await site.addEvent(makeEvent({ day: "2026-12-07", title: `Last Place ${mark}`, capacity: 1 }));
    const [morgan, cleo] = [await meet(), await meet()];
    await morgan.signsIn(MEMBER);
    await morgan.opens(`/events/${id}`);
    await morgan.presses("Going");
    await morgan.reads("You are going.");
    await cleo.signsIn(USER);
    await cleo.opens(`/events/${id}`);
    await cleo.presses("Join the waiting list");
    await cleo.reads("You are number 1 of 1 on the waiting list");
    await morgan.presses("Can’t go");
    await morgan.presses("Give up my space");
    await cleo.reads("A space opened up, and it is yours. You are going.");
  },
};

const poll: Journey = {
  name: "[NAV-08, DASH-06] an organizer asks, a member votes, both read the count, and the poll closes",
  async walk({ site, meet, mark }) {
    const { id } = await site.addEvent(makeEvent({ day: "2026-12-08", title: `Dance ${mark}` }));
    const [avery, morgan] = [await meet(), await meet()];
    await avery.signsIn(ADMIN);
    await avery.opens(`/events/${id}`);
    await avery.presses("Add a poll");
    await avery.fills({ Question: "Which dance?", "Choice 1": "Salsa", "Choice 2": "Bachata" });
    await avery.presses("Add poll");
    await avery.reads("Nobody has voted yet");
    await morgan.signsIn(MEMBER);
    await morgan.opens(`/events/${id}`);
    await morgan.presses("Salsa");
    await morgan.reads("1 person voted");
    await avery.reads("1 person voted");
    await avery.presses("Close the poll");
    await morgan.reads("This poll is closed.");
  },
};

const chat: Journey = {
  name: "[NAV-08, CHAT-06] two people write to each other, and read it at once",
  async walk({ meet, mark }) {
    const [morgan, harper] = [await meet(), await meet()];
    await Promise.all([morgan.signsIn(MEMBER), harper.signsIn(HOST)]);
    for (const person of [morgan, harper]) {
      await person.opens("/chats/volleyball");
      await person.reads("Live");
    }
    await morgan.fills({ "Message to Volleyball": `Net at six ${mark}` });
    await morgan.presses("Send");
    await harper.reads(`Net at six ${mark}`);
    await harper.fills({ "Message to Volleyball": `On my way ${mark}` });
    await harper.presses("Send");
    await morgan.reads(`On my way ${mark}`);
  },
};

const unsubscribe: Journey = {
  name: "[NAV-08, FORM-01, FORM-04] the mails stop by the form and one press in the mail",
  async walk({ site, meet, mark }) {
    const email = `lea-${mark}@example.com`;
    const lea = await meet();
    await lea.opens("/unsubscribe");
    await lea.fills({ Email: email, "First name": "Lea", "Last name": "Novak", "Phone number": "9045550177" });
    await lea.presses("Unsubscribe");
    await lea.reads("Thanks, we received your request to unsubscribe.");
    const link = /\/u\/[\w-]+/.exec(await theMailTo(site, email, "/u/"))?.[0] ?? "";
    await lea.opens(link);
    await lea.presses("Stop these emails");
    await lea.reads("Changed your mind?");
    const [kept] = await site.sql(
      "select unsubscribed_at is not null as stopped from mail_preferences where email = $1",
      [email],
    );
    expect(kept).toEqual({ stopped: true });
  },
};

const payments: Journey = {
  name: "[NAV-08, PAY-05, PAY-07] a membership in Bitcoin Cash, and one by hand at the event",
  async walk({ site, meet, mark }) {
    const cleo = await meet();
    await cleo.signsIn(USER);
    await cleo.opens("/bchMembership");
    await cleo.reads("You’re signed in");
    await cleo.presses("Pay $15 in Bitcoin Cash");
    await cleo.presses("Pay");
    await cleo.reads("Paid");
    await cleo.opens("/dashboard?tab=account");
    await cleo.reads("You are a member until December 21, 2026.");

    const name = `Tender${mark}`;
    await site.sql(
      "insert into users (user_id, first_name, last_name, date_added) values ($1, 'Cass', $2, '2026-11-20T12:00:00Z')",
      [`cash-${mark}`, name],
    );
    const avery = await meet();
    await avery.signsIn(ADMIN);
    await avery.opens(`/admin?tab=apps&app=users&search=${name}`);
    await avery.reads(name);
    if (mark !== "desk") await avery.presses(`More about Cass ${name}`);
    await avery.presses(`Membership Cass ${name}`);
    await avery.presses("Record a payment");
    await avery.fills({ "Amount in dollars": "20", "Member from": "2026-11-21", "Member until": "2026-12-20" });
    await avery.presses("Record the payment");
    await avery.reads("The payment is recorded.");
  },
};

const takedown: Journey = {
  name: "[NAV-08, SIDE-07] someone asks for a photo to go, and an organizer hides it",
  async walk({ site, meet, mark }) {
    const { id } = await site.addEvent(
      makeEvent({
        day: "2026-11-14",
        title: `Seen ${mark}`,
        imgList: ["photo-salsa-night", "photo-bonfire-circle"],
        showPhotos: true,
      }),
    );
    const visitor = await meet();
    await visitor.opens(`/events/${id}`);
    await visitor.follows("A dancer dips his partner on a lamp-lit deck while friends clap");
    await visitor.presses("Ask us to take this photo down");
    await visitor.fills({ Why: `I would rather not be seen ${mark}` });
    await visitor.presses("Send the request");
    await visitor.reads("An organizer will look at it");
    const avery = await meet();
    await avery.signsIn(ADMIN);
    await avery.opens("/admin?tab=apps&app=photos");
    await avery.reads(`I would rather not be seen ${mark}`);
  },
};

const deleted: Journey = {
  name: "[NAV-08, DASH-05, SAFE-14] an account is deleted by its owner, and nobody signs in to it again",
  async walk({ site, meet }) {
    const una = await meet();
    await una.signsIn("user@example.com");
    await una.opens("/dashboard?tab=account");
    await una.presses("Delete my account");
    await una.reads("Former member");
    await una.fills({ "Type DELETE to confirm": "DELETE" });
    await una.presses("Delete my account");
    await una.reads("Your account is deleted");
    expect(await site.sql("select 1 from accounts where email = 'user@example.com'")).toEqual([]);
  },
};

/** What people come for. The last ends an account that no other uses. */
export const JOURNEYS: readonly Journey[] = [
  visitorToMember,
  hostsEvent,
  monday,
  waitingList,
  poll,
  chat,
  unsubscribe,
  payments,
  takedown,
  deleted,
];
