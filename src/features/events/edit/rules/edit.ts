import { COST_FORM, LENGTH_FORM, SPACES_FORM } from "#src/features/events/form/messages.ts";
import { BLANK, type Draft, type Faults, withoutNone } from "#src/features/events/form/rules/draft.ts";
import { readCost, readLength } from "#src/features/events/form/rules/read-values.ts";
import { isSameSetting, SETTING_NAMES, type SettingName } from "#src/features/events/edit/rules/settings.ts";
import type { EventSettings } from "#src/features/events/edit/schema.ts";
import { forPlain, plainOf } from "#src/features/events/rules/plain-fields.ts";
import { NONE, TO_BE_DETERMINED } from "#src/features/events/rules.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";
import { hoursOf } from "#src/shared/dates.ts";

// The form edits a draft. Only settings that the draft changes are sent.

/** Whether the private place only repeats the public one and need not be shown. */
function isRepeated({ location, privateLocation }: EventSettings): boolean {
  return privateLocation !== "" && privateLocation === location;
}

/** The form's initial draft. */
export function draftOf(settings: EventSettings, socialEventId: string): Draft {
  const { date, time, location, shortLocation, groupmeImg, imgKey } = settings;
  return {
    ...BLANK,
    ...plainOf(settings),
    socialEventId,
    date,
    time,
    location,
    shortLocation,
    groupmeImg,
    imgKey,
    length: settings.lengthMinutes === null ? "" : String(hoursOf(settings.lengthMinutes)),
    privateLocation: isRepeated(settings) ? "" : settings.privateLocation,
    isMembersOnly: settings.membersOnly,
    cost: String(settings.cost),
    spacesLeft: settings.spaces === null ? "" : String(settings.spaces),
    guestsPerPerson: String(settings.guestsPerPerson),
    isPublic: settings.generalpublic,
    chat: settings.chat,
    groupMeChatUrl: withoutNone(settings.groupMeChatUrl),
    pollText: settings.pollText,
    pollPrivateLocation: settings.pollPrivateLocation,
  };
}

/** Settings with their own dialog. */
type CourseSetting = "status" | "cancelReason";

/** Setting → its form field. */
const FIELD_OF: Readonly<Record<Exclude<SettingName, CourseSetting>, keyof Draft>> = {
  ...forPlain((name) => name),
  date: "date",
  time: "time",
  lengthMinutes: "length",
  location: "location",
  membersOnly: "isMembersOnly",
  privateLocation: "privateLocation",
  generalpublic: "isPublic",
  cost: "cost",
  spaces: "spacesLeft",
  guestsPerPerson: "guestsPerPerson",
  chat: "chat",
  imgKey: "imgKey",
  groupmeImg: "groupmeImg",
  groupMeChatUrl: "groupMeChatUrl",
  shortLocation: "shortLocation",
  pollText: "pollText",
  pollPrivateLocation: "pollPrivateLocation",
};
const FORM_SETTINGS = SETTING_NAMES.filter((name) => name !== "status" && name !== "cancelReason");

export type Change = { -readonly [Name in SettingName]?: EventSettings[Name] };

/** Parses a draft into settings. An unreadable field keeps its old value and becomes a fault. */
function settingsFrom(draft: Draft, base: EventSettings): EventSettings {
  const { date, time, location, chat, isMembersOnly, isPublic } = draft;
  const repeated = isRepeated(base) ? location.trim() : "";
  return {
    ...plainOf(draft),
    date,
    time,
    location,
    chat,
    status: base.status,
    cancelReason: base.cancelReason,
    lengthMinutes: draft.length.trim() === "" ? null : (readLength(draft.length) ?? base.lengthMinutes),
    membersOnly: isMembersOnly,
    privateLocation: draft.privateLocation.trim() || repeated,
    generalpublic: isPublic,
    cost: (readCost(draft.cost) ?? base.cost * 100) / 100,
    spaces: draft.spacesLeft.trim() === "" ? null : Number(draft.spacesLeft),
    guestsPerPerson: Number(draft.guestsPerPerson),
    imgKey: draft.imgKey ?? "",
    groupmeImg: draft.groupmeImg ?? "",
    shortLocation: draft.shortLocation ?? "",
    groupMeChatUrl: draft.groupMeChatUrl.trim() || NONE,
    pollText: draft.pollText.trim() || TO_BE_DETERMINED,
    pollPrivateLocation: draft.pollPrivateLocation.trim() || TO_BE_DETERMINED,
  };
}

/** The settings that the form changes. */
export function changeOf(base: EventSettings, draft: Draft): Change {
  const began = draftOf(base, draft.socialEventId ?? "");
  const wished = settingsFrom(draft, base);
  const touched = FORM_SETTINGS.filter((name) => !isSameSetting(began[FIELD_OF[name]], draft[FIELD_OF[name]]));
  // A private place that repeats the location changes along with it.
  if (touched.includes("location") && isRepeated(base) && !touched.includes("privateLocation"))
    touched.push("privateLocation");
  return Object.fromEntries(
    touched.filter((name) => !isSameSetting(base[name], wished[name])).map((name) => [name, wished[name]]),
  );
}

/** The change as the server will apply it: a postponed event with a new date or time is scheduled again. */
export function withCourse({ status }: EventSettings, change: Change): Change {
  const isPlannedAgain = status === "postponed" && ("date" in change || "time" in change);
  return isPlannedAgain ? { ...change, status: "scheduled" } : change;
}

/** Fields that can't be sent because the server would read them differently. */
export function editFaults(draft: Draft): Faults {
  const spaces = Number(draft.spacesLeft);
  const isSpaces = Number.isInteger(spaces) && spaces >= 0 && spaces <= UNLIMITED_SPACES;
  return {
    ...(draft.length.trim() !== "" && readLength(draft.length) === null && { length: LENGTH_FORM }),
    ...(readCost(draft.cost) === null && { cost: COST_FORM }),
    ...(!isSpaces && { spacesLeft: SPACES_FORM }),
  };
}

/** The server's field errors, each at the form field that fixes it. */
export function fieldFaults(fields: Readonly<Record<string, string>>): Faults {
  const faults: Partial<Record<keyof Draft, string>> = {};
  for (const [name, words] of Object.entries(fields)) {
    const field = FIELD_OF[name as keyof typeof FIELD_OF];
    if (field !== undefined) faults[field] ??= words;
  }
  return faults;
}

/**
 * Reapplies this form's changes to the event's current state: changed fields stay, all others take the stored values.
 * Conflicts are settings that both sides changed to different values.
 */
export function rebased(
  draft: Draft,
  base: EventSettings,
  theirs: EventSettings,
): { readonly draft: Draft; readonly conflicts: readonly SettingName[] } {
  const began = draftOf(base, draft.socialEventId ?? "");
  const now = draftOf(theirs, draft.socialEventId ?? "");
  const next: Record<string, unknown> = { ...draft };
  const conflicts: SettingName[] = [];
  for (const name of FORM_SETTINGS) {
    const field = FIELD_OF[name];
    const isTheirs = !isSameSetting(began[field], now[field]);
    const isMine = !isSameSetting(began[field], draft[field]);
    if (!isMine) next[field] = now[field];
    else if (isTheirs && !isSameSetting(draft[field], now[field])) conflicts.push(name);
  }
  return { draft: next as Draft, conflicts };
}

/** The draft with one setting replaced by the stored value. */
export function withTheirs(draft: Draft, theirs: EventSettings, name: SettingName): Draft {
  if (name === "status" || name === "cancelReason") return draft;
  const field = FIELD_OF[name];
  return { ...draft, [field]: draftOf(theirs, draft.socialEventId ?? "")[field] };
}

/** A setting as the form shows it now. */
export function mineOf(draft: Draft, base: EventSettings, name: SettingName): EventSettings[SettingName] {
  return settingsFrom(draft, base)[name];
}
