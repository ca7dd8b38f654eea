import { counted } from "#src/shared/counted.ts";

export const NOTE_REQUIRED = "Write a note first.";
export const NOTE_ADDED = "The note is added.";
export const NOTE_DELETED = "The note is deleted.";
export const NOTE_IS_BACK = "The note is back.";
export const NOTE_NOT_FOUND = "This note was deleted already.";
export const TAG_REQUIRED = "Enter a tag.";
export const CHOOSE_PEOPLE = "Choose who gets the tag.";
export const TAGS_UNDONE = "The tags are as they were.";
export const FORMER_ORGANIZER = "A former organizer";

export const taggedWords = (tag: string, people: number) => `${counted(people, "person", "people")} tagged “${tag}”.`;
export const untaggedWords = (tag: string, people: number) =>
  `The tag “${tag}” is removed from ${counted(people, "person", "people")}.`;
export const nobodyTagged = (tag: string) => `Nothing changed: they have the tag “${tag}” already, or as many as fit.`;
export const nobodyUntagged = (tag: string) => `Nothing changed: none of them has the tag “${tag}”.`;
