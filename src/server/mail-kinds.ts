import { peopleMails } from "#src/features/people/mails.server.ts";
import { chatMails } from "#src/features/chats/mails.server.ts";
import { eventMails } from "#src/features/events/mails.server.ts";
import { hostMessageMails } from "#src/features/events/host-messages/mails.server.ts";
import { visitorMails } from "#src/features/events/visitors/mails.server.ts";
import { newsMails } from "#src/features/events/news/mails.server.ts";
import { changeMails } from "#src/features/events/changes/mails.server.ts";
import { createMails } from "#src/features/events/create/mails.server.ts";
import { hostingMails } from "#src/features/events/hosting/mails.server.ts";
import { costMails } from "#src/features/events/costs/mails.server.ts";
import { courtMails } from "#src/features/events/courts/mails.server.ts";
import { coHostMails } from "#src/features/events/co-hosts/mails.server.ts";
import { takedownMails } from "#src/features/events/takedowns/mails.server.ts";
import { drawMails } from "#src/features/events/draw/mails.server.ts";
import { offerMails } from "#src/features/events/waiting-list/mails.server.ts";
import { automationMails } from "#src/features/automation/mails.server.ts";
import { inboxMails } from "#src/features/inbox/mails.server.ts";
import { announcementMails } from "#src/features/announcements/mails.server.ts";
import { identityMails } from "#src/features/identity/mails.server.ts";
import { joinMails } from "#src/features/join/mails.server.ts";
import { membershipMails } from "#src/features/membership/mails.server.ts";
import { privacyMails } from "#src/features/privacy/mails.server.ts";
import { reportMails } from "#src/features/reports/mails.server.ts";
import { securityMails } from "#src/features/security/mails.server.ts";
import { signInMails } from "#src/features/sign-in/mails.server.ts";
import { supportMails } from "#src/features/support/mails.server.ts";
import { unsubscribeMails } from "#src/features/unsubscribe/mails.server.ts";
import type { MailKinds } from "#src/mail/kinds.server.ts";

/** Every kind of mail, keyed by the name stored in the outbox. */
export const MAIL_KINDS: MailKinds = {
  ...identityMails,
  ...securityMails,
  ...signInMails,
  ...joinMails,
  ...eventMails,
  ...hostMessageMails,
  ...costMails,
  ...visitorMails,
  ...offerMails,
  ...hostingMails,
  ...coHostMails,
  ...courtMails,
  ...drawMails,
  ...takedownMails,
  ...createMails,
  ...newsMails,
  ...changeMails,
  ...inboxMails,
  ...reportMails,
  ...supportMails,
  ...unsubscribeMails,
  ...membershipMails,
  ...peopleMails,
  ...privacyMails,
  ...announcementMails,
  ...automationMails,
  ...chatMails,
};
