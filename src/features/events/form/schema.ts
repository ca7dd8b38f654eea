import { z } from "zod";
import {
  CHAT_UNKNOWN,
  CHAT_URL_FORM,
  GUESTS_FORM,
  LOCATION_REQUIRED,
  PICTURE_UNKNOWN,
  SHORT_LOCATION_FORM,
} from "#src/features/events/form/messages.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { NONE } from "#src/features/events/rules.ts";
import { LONGEST_CHAT_GROUP } from "#src/shared/chat-groups.ts";
import { MOST_GUESTS } from "#src/shared/choices.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { isPictureKey } from "#src/shared/picture-keys.ts";

function isChatAddress(address: string): boolean {
  return address === "" || address === NONE || (/^https?:\/\/\S+$/i.test(address) && URL.canParse(address));
}

/** A group chat's URL, 'none', or empty. */
const chatAddress = text(500).refine(isChatAddress, { error: CHAT_URL_FORM });
const shortLocation = text(60).refine((words) => words.split(/\s+/).length <= 3, {
  error: SHORT_LOCATION_FORM,
});

/** The key of a site picture or an upload. Any other name would be a broken image. */
const pictureKey = text(300).refine(isPictureKey, { error: PICTURE_UNKNOWN });

/** Fields with the same rules for new and changed events. */
export const formShape = {
  location: requiredText(300, LOCATION_REQUIRED),
  privateLocation: text(300),
  shortLocation,
  chat: requiredText(LONGEST_CHAT_GROUP, CHAT_UNKNOWN).describe("One of the group's chat groups"),
  guestsPerPerson: z
    .int({ error: GUESTS_FORM })
    .min(0, { error: GUESTS_FORM })
    .max(MOST_GUESTS, { error: GUESTS_FORM })
    .describe("How many guests a person may bring; accepted guests stay when it is lowered"),
  groupMeChatUrl: chatAddress,
  groupmeImg: text(300),
  imgKey: pictureKey,
  pollText: text(200),
  pollPrivateLocation: text(300),
};

/** Whether the place is members-only. */
export function isMembersOnly(location: string): boolean {
  return location.toLowerCase() === JOIN_FOR_LOCATION;
}
