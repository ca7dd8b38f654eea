import type { App } from "#src/context/app.ts";
import { PICTURE_WORD } from "#src/features/chat-pictures/messages.ts";
import { type Mention, readMention } from "#src/features/chats/queries/mentions.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailContent } from "#src/mail/message.server.ts";

async function mentioned(app: App, mention: Mention): Promise<MailContent | null> {
  const said = await readMention(app, mention);
  if (!said) return null;
  const { chatId, eventId } = mention;
  const path = eventId === "" ? `/chats/${encodeURIComponent(chatId)}` : `/events/${eventId}`;
  return {
    subject: `${said.name} ${said.isReply ? "replied to" : "mentioned"} you in ${said.chat}`,
    blocks: [
      { kind: "text", text: said.text || PICTURE_WORD },
      { kind: "button", label: "See the chat", url: `${app.publicUrl}${path}` },
    ],
    list: "mentions",
    why: "You get this because you have notifications of mentions turned on. Turn them off under Account.",
  };
}

export const chatMails = mailKinds({ chat_mention: mentioned });
