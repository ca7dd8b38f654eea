import { useLoaderData } from "react-router";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { type MessageTexts, messageOf } from "#src/shared/message-texts.ts";

/** The group's messages to people who ask to join, by nickname. */
export function useMessages() {
  const { groupName = "", publicUrl = "" } = useSiteFacts() ?? {};
  const { welcome, followUp } = useLoaderData<MessageTexts>();
  return {
    welcome: (nickname: string) => messageOf(welcome, { nickname, groupName, publicUrl }),
    followUp: (nickname: string) => messageOf(followUp, { nickname, groupName, publicUrl }),
  };
}
