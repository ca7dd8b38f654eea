import type { App } from "#src/context/app.ts";
import type { MailContent } from "#src/mail/message.server.ts";
import type { OwedMail } from "#src/mail/outbox.server.ts";
import type { IdentityMail } from "#src/ports/identity/port.ts";
import { clockTime, longDate } from "#src/shared/dates.ts";
import type { SecurityEventKind } from "#src/shared/security.ts";
import { wallTime, zoneAbbreviation } from "#src/shared/zones.server.ts";

/** Changes to an account that its owner is told of, by what the mail says. The rest is in the log only. */
const NOTICES: Partial<Record<SecurityEventKind, { readonly subject: string; readonly text: string }>> = {
  locked: {
    subject: "Someone tried to sign in to your account",
    text: "Wrong passwords were typed for your account many times, so sign-in from that place is paused for a while. Your password still works for you.",
  },
  password_reset: {
    subject: "Your password was reset",
    text: "Your password was reset with a code that we mailed you. Every device is signed out, and the private address of your calendar has ended.",
  },
  password_changed: { subject: "Your password was changed", text: "The password of your account was changed." },
  email_changed: {
    subject: "Your email was changed",
    text: "Your account now has another email. From now on we write to that one.",
  },
  factor_added: { subject: "A sign-in method was added", text: "Your account has a new way to sign in." },
  factor_removed: { subject: "A sign-in method was removed", text: "A way to sign in to your account was removed." },
  recovery_code_used: {
    subject: "A recovery code was used",
    text: "Someone signed in to your account with one of your recovery codes.",
  },
  passkey_copied: {
    subject: "A passkey of yours may have been copied",
    text: "Someone used a passkey of your account in a way that suggests there are two of it. We refused it. Remove it from your account and add a new one.",
  },
  role_changed: {
    subject: "Your role was changed",
    text: "The people who run the site changed what your account may do.",
  },
  calendar_address: {
    subject: "Your calendar has a new private address",
    text: "A private address for your calendar was made. Anyone who has it can read which events you go to, and where. It ends when you sign out the device it was made on.",
  },
  refresh_reused: {
    subject: "We signed you out to protect your account",
    text: "A copy of the key that keeps you signed in was used a second time, as if someone else had it. We ended that session for everyone who holds it. Please sign in again; if this surprises you, change your password.",
  },
};

export function isMailed(kind: SecurityEventKind): boolean {
  return kind in NOTICES;
}

export type SecurityNotice = {
  readonly kind: SecurityEventKind;
  readonly device: string;
  readonly network: string;
  readonly detail: string;
  readonly at: string;
};

function momentWords(moment: Date, timeZone: string): string {
  const { day, time } = wallTime(moment, timeZone);
  return `${longDate(day)}, ${clockTime(time)} ${zoneAbbreviation(moment, timeZone)}`;
}

const IGNORE = "If that was not you, ignore this mail: without the code nothing happens.";

/** The mail that the user pool asks for, as the outbox keeps it. */
export function identityMail({ kind, id, email, ...data }: IdentityMail): OwedMail {
  const code = "code" in data ? data.code : "";
  return { kind, key: `${kind}:${id}:${code}`, email, data: { email, code } };
}

/** The codes and notices of sign-up and forgotten passwords. They are answers, so nobody can unsubscribe from them. */
export const identityMails = {
  security_notice: async (app: App, { kind, device, network, detail, at }: SecurityNotice): Promise<MailContent> => {
    const { subject = "A change to your account", text = "Your account was changed." } = NOTICES[kind] ?? {};
    const facts: [string, string][] = [
      ["When", momentWords(new Date(at), app.config.group.timeZone)],
      ["What", detail],
      ["Device", device],
      ["Network", network],
    ];
    return {
      subject,
      blocks: [
        { kind: "text", text },
        { kind: "facts", facts: facts.filter(([, value]) => value !== "") },
        {
          kind: "text",
          // After a change of email the old address opens nothing any more: only people can help.
          text:
            kind === "email_changed"
              ? `If this was you, there is nothing to do. If not, write to us right away: ${app.publicUrl}/support`
              : "If this was you, there is nothing to do. If not, reset your password and look at your devices.",
        },
        { kind: "button", label: "Open sign-in & security", url: `${app.publicUrl}/account/security` },
      ],
      list: null,
      why: "You get this because it concerns the security of your account.",
    };
  },
  sign_up_code: async (app: App, { code }: { code: string }): Promise<MailContent> => ({
    subject: `${code} is your ${app.config.group.name} code`,
    blocks: [
      { kind: "text", text: "Enter this code to confirm your email address:" },
      { kind: "code", code },
      { kind: "text", text: `It is good for 10 minutes and for one use. ${IGNORE}` },
    ],
    list: null,
    why: "You get this because somebody signed up with this address.",
  }),
  sign_in_link: async (app: App, { token }: { token: string }): Promise<MailContent> => ({
    subject: `Your sign-in link for ${app.config.group.name}`,
    blocks: [
      { kind: "text", text: "Open this link in the browser where you asked for it, and press the button there." },
      // After #, so that no server, log or link checker on the way is told it.
      { kind: "button", label: "Sign in", url: `${app.publicUrl}/login/link#${token}` },
      { kind: "text", text: "It works once, for 10 minutes. If you didn’t ask for it, ignore this mail." },
    ],
    list: null,
    why: "You get this because someone asked for a sign-in link with this address.",
  }),
  email_change_code: async (app: App, { code }: { code: string }): Promise<MailContent> => ({
    subject: `${code} is your ${app.config.group.name} code`,
    blocks: [
      { kind: "text", text: "Enter this code under Sign-in & security to use this address for your account:" },
      { kind: "code", code },
      { kind: "text", text: `It is good for 10 minutes and for one use. ${IGNORE}` },
    ],
    list: null,
    why: "You get this because someone wants to use this address for their account.",
  }),
  email_change_taken: async (app: App): Promise<MailContent> => ({
    subject: `You already have a ${app.config.group.name} account`,
    blocks: [
      {
        kind: "text",
        text: "Someone wanted to use this address for another account. It has an account already, so nothing changed.",
      },
      { kind: "button", label: "Sign in", url: `${app.publicUrl}/login` },
    ],
    list: null,
    why: "You get this because someone wants to use this address for their account.",
  }),
  reset_code: async (app: App, { code }: { code: string }): Promise<MailContent> => ({
    subject: `${code} is your ${app.config.group.name} code`,
    blocks: [
      { kind: "text", text: "Enter this code to choose another password:" },
      { kind: "code", code },
      { kind: "text", text: `It is good for 10 minutes and for one use. ${IGNORE}` },
    ],
    list: null,
    why: "You get this because somebody asked for another password for this address.",
  }),
  already_registered: async (app: App): Promise<MailContent> => ({
    subject: `You already have a ${app.config.group.name} account`,
    blocks: [
      { kind: "text", text: "Somebody signed up with this address, which has an account already. Was it you?" },
      { kind: "button", label: "Sign in", url: `${app.publicUrl}/login` },
      { kind: "text", text: "There you can also choose another password. If it was not you, ignore this mail." },
    ],
    list: null,
    why: "You get this because somebody signed up with this address.",
  }),
};
