// Filters of the audit log. The screen's URL uses them, so this module imports no schema library.

/** Kinds of actions, each with the actions it includes; `changed` is everything that no other kind includes. */
export const ACTION_GROUPS = {
  read: {
    label: 'Read',
    actions: ['opened', 'answers_read', 'file_read', 'downloaded', 'listed', 'trail_read'],
  },
  searched: { label: 'Searched', actions: ['searched'] },
  revealed: { label: 'Revealed', actions: ['revealed'] },
  exported: { label: 'Exported', actions: ['exported', 'export_ended'] },
  changed: { label: 'Changed', actions: [] },
  signed_in: {
    label: 'Signed in and out',
    actions: [
      'signed_in',
      'signed_out',
      'sign_in_failed',
      'sign_in_refused',
      'sso_refused',
      'sso_connected',
      'sso_disconnected',
      'password_changed',
      'password_change_failed',
      'second_step_failed',
      'second_factor_added',
      'second_factor_removed',
      'recovery_codes_made',
      'recovery_code_used',
      'device_remembered',
      'remembered_device_used',
      'remembered_device_removed',
      'remembered_devices_removed',
      'remembered_device_ended',
      'proved',
      'proof_failed',
    ],
  },
  refused: {
    label: 'Denied',
    actions: ['access_refused', 'limit_refused', 'reveal_refused', 'passcode_refused'],
  },
  background: { label: 'Background requests', actions: ['loaded_ahead', 'refreshed'] },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>;
export type ActionGroup = keyof typeof ACTION_GROUPS;
export const ACTION_GROUP_NAMES = Object.keys(ACTION_GROUPS).filter(
  (group): group is ActionGroup => group in ACTION_GROUPS,
);

/** Kinds of records, each with its label and the audit log entities that belong to it. */
export const AUDIT_RECORD_TYPES = {
  client: { label: 'Clients', entities: ['client', 'household', 'ledger'] },
  form: { label: 'Forms', entities: ['session_form', 'envelope'] },
  session: { label: 'Sessions', entities: ['session'] },
  link: { label: 'Links', entities: ['secure_link'] },
  document: { label: 'Documents', entities: ['document'] },
  invoice: {
    label: 'Invoices and payments',
    entities: ['invoice', 'transaction', 'recurring_payment', 'line_item_template'],
  },
  policy: {
    label: 'Policies and commissions',
    entities: ['policy', 'commission_rate', 'commission_statement'],
  },
  task: { label: 'Tasks and calls', entities: ['task', 'call', 'today', 'reminder'] },
  template: {
    label: 'Templates',
    entities: ['template', 'template_document', 'template_library', 'form_folder', 'bundle'],
  },
  import: { label: 'Imports and bulk actions', entities: ['import', 'operation'] },
  agent: { label: 'Agents', entities: ['agent', 'team', 'calendar_feed', 'first_day'] },
  settings: {
    label: 'Settings',
    entities: ['global_settings', 'sign_in_rules', 'need_to_know', 'saved_view'],
  },
  audit: { label: 'The audit log', entities: ['audit'] },
} as const satisfies Record<string, { label: string; entities: readonly string[] }>;
export type AuditRecordType = keyof typeof AUDIT_RECORD_TYPES;
export const AUDIT_RECORD_TYPE_NAMES = Object.keys(AUDIT_RECORD_TYPES).filter(
  (type): type is AuditRecordType => type in AUDIT_RECORD_TYPES,
);
