import { useState } from "react";
import type { ChatDetail, ChatMessage } from "#src/features/chats/components/chat-types.ts";
import styles from "#src/features/chats/components/own-message.module.css";
import { PICTURE_WORD } from "#src/features/chat-pictures/messages.ts";
import { MUTE_DAYS } from "#src/features/chats/rules.ts";
import type { Moderated } from "#src/features/chats/schema/moderation.ts";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";
import { counted } from "#src/shared/counted.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { Options, SelectField, TextArea } from "#src/ui/field.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** A moderator's action on a message or its author. */
export type LimitKind = "hide" | "mute" | "remove";

type LimitDialogProps = {
  kind: LimitKind;
  hidePath: string;
  message: ChatMessage;
  chat: ChatDetail;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** The API path of a person's chat limits. */
export const limitsPath = (userId: string) => `/api/admin/chat-limits/${encodeURIComponent(userId)}`;
export const removalPath = (userId: string, chatId: string) =>
  `${limitsPath(userId)}/removals/${encodeURIComponent(chatId)}`;

/** Each action's title, explanation and API call. */
function wordsOf({ kind, hidePath, message, chat }: Omit<LimitDialogProps, "onDone" | "onClose">) {
  if (kind === "hide")
    return {
      title: "Hide this message?",
      text: "Everyone sees “Hidden by an organizer” in its place. You can show it again.",
      button: "Hide message",
      busy: "Hiding…",
      path: hidePath,
    };
  if (kind === "mute")
    return {
      title: `Mute ${message.name}?`,
      text: "They can still read, but not write in any chat. They see when it ends, but not why.",
      button: "Mute person",
      busy: "Muting…",
      path: `${limitsPath(message.userId)}/mute`,
    };
  return {
    title: `Remove ${message.name} from ${chat.name}?`,
    text: "They can no longer read or write here, until you let them back in.",
    button: "Remove person",
    busy: "Removing…",
    path: removalPath(message.userId, chat.id),
  };
}

/** Asks for a reason, and for a mute its duration. Input stays until the server has it. */
export function LimitDialog({ onDone, onClose, ...asked }: LimitDialogProps) {
  const [reason, setReason] = useState("");
  const [days, setDays] = useState("1");
  const [isBusy, setIsBusy] = useState(false);
  const [refused, setRefused] = useState<MemberFailure | null>(null);
  const { title, text, button, busy, path } = wordsOf(asked);
  const isMute = asked.kind === "mute";
  async function send(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const body = { reason, ...(isMute && { days: Number(days) }) };
    const answer = await memberFetch<Moderated>(path, { method: "PUT", body });
    setIsBusy(false);
    if (answer.ok) onDone(answer.value.message);
    else setRefused(answer);
  }
  return (
    <Dialog title={title} mayClose={() => !isBusy} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        {asked.kind === "hide" && <p className={styles.quoted}>{asked.message.text || PICTURE_WORD}</p>}
        <p>{text}</p>
        {isMute && (
          <SelectField label="For how long?" value={days} onValue={setDays}>
            <Options of={MUTE_DAYS.map((number) => [number, counted(number, "day", "days")])} />
          </SelectField>
        )}
        <TextArea
          label="Why"
          rows={3}
          maxLength={500}
          hint="Organizers read it, and the person in their data export."
          value={reason}
          error={refused?.fields?.["reason"]}
          onValue={setReason}
        />
        {refused && refused.fields?.["reason"] === undefined && <Notice kind="error" title={refused.message} />}
        <FormActions action={[button, busy]} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
