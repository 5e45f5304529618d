import { centsToDollars, sessionFormStatus, submissionCategory } from '@ledgerline/contract/rules';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import type { TokenSigner } from '#platform/auth/tokens.ts';
import type { ListedSubmission } from './queries.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

/**
 * A listed row as the API returns it: cents as dollars, the link as its token, the derived status in addition to the raw
 * one.
 */
export function toSubmissionRow(row: ListedSubmission, tokens: TokenSigner): SubmissionRow {
  const { link_key, client_dob, ...fields } = row;
  const expires_at = iso(row.access_token_expires_at);
  return {
    ...fields,
    ...amounts(row),
    ...instants(row),
    ...derived(row),
    secure_access_token: link_key === null ? null : tokens.signLink(link_key),
    access_token_expires_at: expires_at,
    expires_at,
    access_type: row.access_type ?? (row.source === 'public' ? 'public' : null),
    first_name: row.client_first_name ?? row.first_name,
    last_name: row.client_last_name ?? row.last_name,
    email: row.client_email ?? row.email,
    phone: row.client_phone ?? row.phone,
    date_of_birth: client_dob ?? row.date_of_birth,
  };
}

function amounts(row: ListedSubmission) {
  return {
    selected_items_total: centsToDollars(row.selected_items_total),
    itemized_total: centsToDollars(row.itemized_total),
    base_form_total: centsToDollars(row.base_form_total),
    final_form_total: centsToDollars(row.final_form_total),
    base_cost: centsToDollars(row.base_cost),
  };
}

function instants(row: ListedSubmission) {
  return {
    advisor_signed_at: iso(row.advisor_signed_at),
    client_signed_at: iso(row.client_signed_at),
    signed_at: iso(row.signed_at),
    read_at: iso(row.read_at),
    voided_at: iso(row.voided_at),
    last_saved: iso(row.last_saved),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function derived(row: ListedSubmission) {
  const form = { ...row, form_data: row.has_form_data ? 'encrypted' : null };
  return {
    display_status: sessionFormStatus(form),
    category: submissionCategory(form),
    total_steps: findWebForm(row.form_link_id)?.steps.length ?? 0,
  };
}
