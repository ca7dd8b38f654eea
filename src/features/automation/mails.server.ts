import type { App } from "#src/context/app.ts";
import { LETTERS, WHY, WHY_DIGEST } from "#src/features/automation/messages.ts";
import { type PeopleMail, stillOwed } from "#src/features/automation/queries/occasions.server.ts";
import { isOn } from "#src/features/automation/queries/rules.server.ts";
import { waitingFor } from "#src/features/automation/queries/waiting.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailContent } from "#src/mail/message.server.ts";

type About = { readonly key: string; readonly userId: string; readonly email: string };

const letterOf =
  (kind: PeopleMail) =>
  async (app: App, about: About): Promise<MailContent | null> => {
    const owed = await stillOwed(app, { kind, ...about });
    if (!owed) return null;
    const { name: groupName } = app.config.group;
    const { subject, texts, button } = LETTERS[kind]({ groupName, firstName: owed.firstName, key: about.key });
    const [label, path] = button;
    return {
      subject,
      blocks: [
        ...texts.map((text) => ({ kind: "text", text }) as const),
        { kind: "button", label, url: `${app.publicUrl}${path}` },
      ],
      list: "announcements",
      why: WHY,
    };
  };

/** The mails of automations: `automation_` and the kind. */
export const automationMails = mailKinds({
  automation_welcome: letterOf("welcome"),
  automation_thanks: letterOf("thanks"),
  automation_come_back: letterOf("come_back"),
  automation_membership_ending: letterOf("membership_ending"),
  automation_digest: async (app: App, { sub, email }: { sub: string; email: string }) => {
    const lines = (await isOn(app, "digest")) ? await waitingFor(app, { sub, email, userId: null }) : [];
    if (lines.length === 0) return null;
    return {
      subject: `What waits at ${app.config.group.name}`,
      blocks: [
        { kind: "text", text: "Good morning. Waiting for you:" },
        { kind: "facts", facts: lines },
        { kind: "button", label: "Open the console", url: `${app.publicUrl}/admin` },
      ],
      list: "announcements",
      why: WHY_DIGEST,
    };
  },
});
