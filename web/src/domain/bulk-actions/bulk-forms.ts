import type { BulkActionInput } from '@ledgerline/contract/bulk-actions/endpoints';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { NewOperation } from './use-operations.ts';

/** An action that the bar offers: a kind, for a field also which one if it is fixed. */
export interface BulkForm {
  label: string;
  kind: BulkActionInput['kind'];
  field?: FieldName;
}

export interface FormProps {
  form: BulkForm;
  /** How many records were chosen. */
  count: number;
  selection: NewOperation['selection'];
  onPrepared: (operationId: number) => void;
}

export const BULK_FORMS: readonly BulkForm[] = [
  { label: 'Set Status', kind: 'set_field', field: 'status' },
  { label: 'Assign Owner', kind: 'set_field', field: 'owner_agent_id' },
  { label: 'Set a Field', kind: 'set_field' },
  { label: 'Add Task', kind: 'add_task' },
  { label: 'Start Session', kind: 'send_session' },
  { label: 'Send Reminders', kind: 'send_reminder' },
];
