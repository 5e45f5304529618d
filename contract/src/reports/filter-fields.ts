import { choicesOf, filterFields, plainChoices } from '../rules/filter-fields.ts';
import { ACCOUNT_NAMES, PAYMENT_METHODS, TRANSACTION_KIND_LABELS, TRANSACTION_KINDS } from '../rules.ts';

/** What the payments behind a figure can be filtered by. */
export const PAYMENT_FILTER_FIELDS = filterFields({
  Payment: [
    ['kind', 'Kind', choicesOf(TRANSACTION_KINDS, TRANSACTION_KIND_LABELS)],
    ['payment_method', 'Method', plainChoices(PAYMENT_METHODS)],
    ['square_account', 'Account', plainChoices(ACCOUNT_NAMES)],
    ['paid_on', 'Date', 'date', 'filled'],
    ['amount', 'Amount', 'money', 'filled'],
    ['owner_agent_id', 'Client owner', 'agent'],
  ],
});

/** What the tasks behind a figure can be filtered by. */
export const TASK_FILTER_FIELDS = filterFields({
  Task: [
    [
      'state',
      'Status',
      [
        { value: 'open', label: 'Open' },
        { value: 'done', label: 'Done' },
      ],
    ],
    ['title', 'Task', 'text', 'filled'],
    ['owner_agent_id', 'Owner', 'agent'],
    ['done_by', 'Done by', 'agent'],
    ['due_day', 'Due date', 'date', 'filled'],
    ['done_at', 'Done', 'date'],
  ],
});
