import {
  CLIENT_STATUS_LABELS,
  CLIENT_STATUSES,
  type ClientStatus,
  type StatusFilter,
} from '@ledgerline/contract/clients/statuses';

/** Status colors: for the badge, and for the dot in the ledger, which is drawn on a canvas. */
const STYLES: Record<ClientStatus, { hue: string; dot: string }> = {
  new: { hue: 'blue', dot: '#2f7bea' },
  client: { hue: 'green', dot: '#2f9e5f' },
  lead: { hue: 'yellow', dot: '#e08a00' },
  inactive: { hue: 'gray', dot: '#8a93a1' },
};

export const STATUS_CHOICES = CLIENT_STATUSES.map((value) => ({ value, label: CLIENT_STATUS_LABELS[value] }));

/** Status filter choices of client lists, with labels. */
export function statusFilters(allWord: string): { value: StatusFilter; label: string }[] {
  return [{ value: 'all', label: allWord }, ...STATUS_CHOICES];
}

/** A status with label and colors; undefined for unknown values. */
export function statusStyle(text: unknown): { label: string; hue: string; dot: string } | undefined {
  const status = CLIENT_STATUSES.find((known) => known === text);
  return status && { label: CLIENT_STATUS_LABELS[status], ...STYLES[status] };
}
