/** How long a deletion or merge can be undone. */
const UNDO_DAYS = 30;

/** Actions before this time can no longer be undone. */
function undoEnds(now: Date): Date {
  return new Date(now.getTime() - UNDO_DAYS * 86_400_000);
}

/** The deadline for undoing an action taken now. */
export function undoUntil(now: Date): Date {
  return new Date(now.getTime() + UNDO_DAYS * 86_400_000);
}

export function isUndoOver(createdAt: Date, now: Date): boolean {
  return createdAt < undoEnds(now);
}

export function canUndo(entry: { hasUndo: boolean; createdAt: Date; undoneAt: Date | null }, now: Date): boolean {
  return entry.hasUndo && entry.undoneAt === null && !isUndoOver(entry.createdAt, now);
}
