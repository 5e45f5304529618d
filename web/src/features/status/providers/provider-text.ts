import type { ProviderPart, ProviderState } from '@ledgerline/contract/providers/endpoints';
import { ACCOUNTS } from '@ledgerline/contract/rules';

const PART_LABELS = new Map<ProviderPart, string>([
  ['esign', 'E-signature'],
  ...ACCOUNTS.map(({ value, part }) => [part, `Payments ${value}`] as const),
  ['storage', 'Storage'],
  ['mail', 'Email'],
  ['sso', 'Single sign-on'],
]);

export const partLabel = (part: ProviderPart) => PART_LABELS.get(part) ?? part;

const ADAPTER_LABELS = new Map([
  ['builtin', 'Built-in'],
  ['docusign', 'DocuSign'],
  ['square', 'Square'],
  ['disk', 'Disk'],
  ['s3', 'S3'],
  ['outbox', 'Outbox folder'],
  ['smtp', 'SMTP'],
  ['oidc', 'OpenID Connect'],
]);

/** Display names of providers; unknown names are shown unchanged. */
export function adapterLabel(name: string): string {
  return ADAPTER_LABELS.get(name) ?? name;
}

export interface ProviderStateLabel {
  label: string;
  hue: string;
  isFailing: boolean;
}

/** State of a service: its last call decides. Files in the outbox folder are not emails that were sent. */
export function providerStateLabel({
  name,
  last_success_at,
  last_error_at,
}: Pick<ProviderState, 'name' | 'last_success_at' | 'last_error_at'>): ProviderStateLabel {
  if (name === 'outbox') return { label: 'Not connected', hue: 'yellow', isFailing: false };
  if (!last_success_at && !last_error_at) return { label: 'Not used yet', hue: 'gray', isFailing: false };
  const isFailing = (last_error_at ?? '') > (last_success_at ?? '');
  return isFailing
    ? { label: 'Failing', hue: 'red', isFailing }
    : { label: 'Working', hue: 'green', isFailing };
}

/** Waiting and parked events of a service; a dash if it sends no events. */
export function eventText({
  events_waiting,
  events_parked,
}: Pick<ProviderState, 'events_waiting' | 'events_parked'>): string {
  if (events_waiting === null || events_parked === null) return '–';
  const parts = [
    events_waiting > 0 && `${events_waiting.toLocaleString('en-US')} waiting`,
    events_parked > 0 && `${events_parked.toLocaleString('en-US')} parked`,
  ].filter(Boolean);
  return parts.join(', ') || 'None';
}
