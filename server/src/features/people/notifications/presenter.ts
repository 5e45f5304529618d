import type { Notification } from '@ledgerline/contract/notifications/endpoints';
import type { ListedNotification } from './queries.ts';

export function toNotification({
  client_first_name,
  client_last_name,
  created_at,
  ...row
}: ListedNotification): Notification {
  return {
    ...row,
    client_name: [client_first_name, client_last_name].filter(Boolean).join(' '),
    created_at: created_at.toISOString(),
  };
}
