import { notifications } from '@mantine/notifications';
import { isRejection } from '../../lib/api-error.ts';
import { showActionToast } from './action-toast.tsx';
import { notifyError, notifySuccess } from './notify.ts';

interface UndoableAction<Result> {
  /** What was done: 'Follow up: snoozed until Mon, Nov 30.' */
  message: string;
  /** What its undo did: 'Follow up is back on Today.' */
  undone: string | ((result: Result) => string);
  onUndo: () => Promise<Result>;
}

interface Action {
  undo: () => void;
  isUndoing: boolean;
}

/** The actions of this screen that are not undone yet, the latest last. */
let actions: Action[] = [];

/** Called when a screen opens and closes, because the undo shortcut reverts only actions of the current screen. */
export function clearActions(): void {
  actions = [];
}

/** Reverts the latest action; one that is being reverted counts as reverted. */
export function undoLatestAction(): void {
  const latest = actions.findLast(({ isUndoing }) => !isUndoing);
  if (latest) latest.undo();
  else notifyError('There is nothing to undo.');
}

/** An action without undo: the shortcut says so once instead of reverting an earlier action. */
export function recordFinalAction(reason: string): void {
  const action: Action = {
    undo: () => {
      remove(action);
      notifyError(reason);
    },
    isUndoing: false,
  };
  actions.push(action);
}

function remove(action: Action): void {
  actions = actions.filter((other) => other !== action);
}

/**
 * A toast with an Undo button; the action is also the next one that the screen's shortcut reverts. A second toast says
 * what was reverted. On failure the toast shows the reason and stays; when the server has rejected the undo, because
 * the object was changed meanwhile, a retry is not offered.
 */
export function notifyWithUndo<Result>({ message, undone, onUndo }: UndoableAction<Result>): void {
  const action: Action = { undo: () => void undo(), isUndoing: false };
  actions.push(action);
  let id = showActionToast({ message, button: 'Undo', onAction: action.undo });
  async function undo() {
    if (action.isUndoing) return;
    action.isUndoing = true;
    try {
      const result = await onUndo();
      remove(action);
      notifications.hide(id);
      notifySuccess(typeof undone === 'string' ? undone : undone(result));
    } catch (error) {
      console.error('undo failed', error);
      action.isUndoing = false;
      const isFinal = isRejection(error);
      if (isFinal) remove(action);
      const why = error instanceof Error ? error.message : '';
      const text = `${message} It could not be undone. ${why}`;
      // Shown again: the shortcut may trigger undo after the toast has closed.
      notifications.hide(id);
      if (isFinal) notifyError(text);
      else id = showActionToast({ message: text, button: 'Try Again', onAction: action.undo, isError: true });
    }
  }
}
