/** An event's photos, as the page shows them. */
export type Album = {
  readonly eventId: string;
  readonly title: string;
  /** The event's own picture. */
  readonly cover: string;
  /** Keys, in their order. */
  readonly photos: readonly string[];
  /** Key → caption. */
  readonly captions: Readonly<Record<string, string>>;
};
