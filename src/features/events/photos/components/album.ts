/** The photos that an event page shows. */
export type Album = {
  readonly eventId: string;
  readonly title: string;
  /** The event's cover. */
  readonly cover: string;
  /** Keys, in order. */
  readonly photos: readonly string[];
  /** Key → caption. */
  readonly captions: Readonly<Record<string, string>>;
};
