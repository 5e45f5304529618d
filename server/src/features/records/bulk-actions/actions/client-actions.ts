import type { BulkActions } from '../bulk-action.ts';
import { addTask } from './add-task.ts';
import { setField } from './set-field.ts';

/** The bulk actions on records of this module. */
export const clientActions = { set_field: setField, add_task: addTask } satisfies Partial<BulkActions>;
