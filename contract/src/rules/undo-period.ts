/** How long an operation can be undone after it has finished: an import, a merge, a bulk action, an edit of several values (decision 131). */
export const UNDO_DAYS = 30;

const PERIOD_MS = UNDO_DAYS * 86_400_000;

export const UNDO_IS_OVER = `The ${UNDO_DAYS} days in which this could be undone are over. Nothing was changed.`;

/** From this instant on, an operation can no longer be undone. */
export const undoUntil = (finished: Date): Date => new Date(finished.getTime() + PERIOD_MS);

export const isUndoable = (finished: Date, now: Date): boolean => now < undoUntil(finished);

/** Operations that finished after this instant can be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - PERIOD_MS);
