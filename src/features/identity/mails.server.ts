import type { App } from "#src/context/app.ts";
import { CODE_LASTS } from "#src/features/identity/messages.ts";
import { mailKinds, type OwedMail } from "#src/mail/kinds.server.ts";
import type { MailBlock } from "#src/mail/message.server.ts";
import type { IdentityMail } from "#src/ports/identity/port.ts";
import { clockTime, longDate } from "#src/shared/dates.ts";
import type { SecurityEventKind } from "#src/shared/security.ts";
import { wallTime, zoneAbbreviation } from "#src/shared/zones.server.ts";

/** Account changes that the owner is mailed about. All others are only logged. */
const NOTICES: Partial<Record<SecurityEventKind, { readonly subject: string; readonly text: string }>> = {
  locked: {
    subject: "Someone tried to sign in to your account",
    text: "Wrong passwords were typed for your account many times, so sign-in from that place is paused for a while. Your password still works for you.",
  },
  password_reset: {
    subject: "Your password was reset",
    text: "Your password was reset with a code that we mailed you. Every device is signed out, and your private calendar link no longer works.",
  },
  password_changed: { subject: "Your password was changed", text: "The password of your account was changed." },
  email_changed: {
    subject: "Your email was changed",
    text: "The email address of your account was changed. From now on our emails go to the new address, and you sign in with it.",
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
    text: "The organizers changed what your account can do.",
  },
  calendar_address: {
    subject: "Your calendar has a new private address",
    text: "A private address for your calendar was made. Anyone who has it can read which events you go to, and where. It keeps working after an ordinary sign-out. It ends when you turn it off on your dashboard, or when you sign out the device it was made on in your list of devices.",
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

/** A button with the reset link, which needs no code. */
const resetButton = (app: App, link: string, email: string): MailBlock[] => [
  { kind: "text", text: "Or use this button. It works once, for a day, on any device:" },
  // In the fragment, so servers, logs and link checkers never see it.
  {
    kind: "button",
    label: "Choose a new password",
    url: `${app.publicUrl}/login#${new URLSearchParams({ reset: link, email }).toString()}`,
  },
];

/** Codes and notices for sign-up and forgotten passwords. Transactional, so there is no unsubscribe. */
export const identityMails = mailKinds(
  {
    security_notice: async (app: App, { kind, device, network, detail, at }: SecurityNotice) => {
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
            // After a change of email the old address can no longer sign in: only organizers can help.
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
    sign_up_code: async (app: App, { code }: { code: string }) => ({
      subject: `${code} is your ${app.config.group.name} code`,
      blocks: [
        { kind: "text", text: "Enter this code to confirm your email address:" },
        { kind: "code", code },
        { kind: "text", text: CODE_LASTS },
      ],
      list: null,
      why: "You get this because someone signed up with this address.",
    }),
    // Mails queued by the previous release have no link.
    reset_code: async (app: App, { code, link, email }: { code: string; link?: string; email: string }) => ({
      subject: `${code} is your ${app.config.group.name} code`,
      blocks: [
        { kind: "text", text: "Enter this code to choose a new password:" },
        { kind: "code", code },
        { kind: "text", text: CODE_LASTS },
        ...(link === undefined ? [] : resetButton(app, link, email)),
      ],
      list: null,
      why: "You get this because someone asked for a new password for this address.",
    }),
    already_registered: async (app: App) => ({
      subject: `You already have a ${app.config.group.name} account`,
      blocks: [
        { kind: "text", text: "Someone tried to sign up with this address, which already has an account. Was it you?" },
        { kind: "button", label: "Sign in", url: `${app.publicUrl}/login` },
        { kind: "text", text: "You can also choose a new password there. If this wasn’t you, ignore this email." },
      ],
      list: null,
      why: "You get this because someone signed up with this address.",
    }),
  },
  { sign_up_code: "urgent", reset_code: "urgent", already_registered: "urgent" },
);

/** A mail requested by the user pool, as the outbox stores it. */
export function identityMail(mail: IdentityMail): OwedMail {
  const { kind, id, email } = mail;
  if (kind === "already_registered") return identityMails[kind].owed(id, email, {});
  if (kind === "sign_up_code") return identityMails[kind].owed(`${id}:${mail.code}`, email, { code: mail.code });
  return identityMails[kind].owed(`${id}:${mail.code}`, email, { code: mail.code, link: mail.link });
}
