import type { BulkActionInput } from '@ledgerline/contract/bulk-actions/endpoints';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { NewOperation } from './use-operations.ts';

type Selection = NewOperation['selection'];

/** A list with its current filters, for an action on all of its rows. */
export type BulkList =
  | { of: 'clients'; view: NonNullable<Selection['all']> }
  | { of: 'invoices'; view: NonNullable<Selection['all_invoices']> };

/** All rows of a list. */
export const allOf = (list: BulkList): Selection =>
  list.of === 'clients' ? { all: list.view } : { all_invoices: list.view };

/** An action that the bar offers. `field` is set if the action always changes that field. */
export interface BulkForm {
  label: string;
  kind: BulkActionInput['kind'];
  field?: FieldName;
}

export interface FormProps {
  form: BulkForm;
  /** How many records were chosen. */
  count: number;
  selection: Selection;
  onPrepared: (operationId: number) => void;
}

/** The actions of each list. */
export const BULK_FORMS: Record<BulkList['of'], readonly BulkForm[]> = {
  clients: [
    { label: 'Set Status', kind: 'set_field', field: 'status' },
    { label: 'Assign Owner', kind: 'set_field', field: 'owner_agent_id' },
    { label: 'Set a Field', kind: 'set_field' },
    { label: 'Add Task', kind: 'add_task' },
    { label: 'Start Session', kind: 'send_session' },
    { label: 'Send Reminders', kind: 'send_reminder' },
  ],
  invoices: [
    { label: 'Send Invoices', kind: 'send_invoice' },
    { label: 'Void Invoices', kind: 'void_invoice' },
  ],
};
