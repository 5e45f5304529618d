import type { OperationKind, RecordedKind } from '@ledgerline/contract/bulk-actions/endpoints';

export const EMAIL_KINDS: readonly (OperationKind | RecordedKind)[] = [
  'send_session',
  'send_reminder',
  'send_invoice',
];

export const OPERATION_QUEUE = 'operations';
/** Those that email clients, so that they do not wait for long actions. */
export const OPERATION_EMAIL_QUEUE = 'operation-emails';

export const queueOf = (kind: OperationKind | RecordedKind): string =>
  EMAIL_KINDS.includes(kind) ? OPERATION_EMAIL_QUEUE : OPERATION_QUEUE;
