/** The four statuses of a client; an empty one counts as new (0§3). */
export const CLIENT_STATUSES = ['new', 'client', 'lead', 'inactive'] as const;
export type ClientStatus = (typeof CLIENT_STATUSES)[number];

/** Labels. */
export const CLIENT_STATUS_LABELS: Record<ClientStatus, string> = {
  new: 'New',
  client: 'Client',
  lead: 'Lead',
  inactive: 'Inactive',
};

/** Filters of a client list. */
export const STATUS_FILTERS = ['all', ...CLIENT_STATUSES] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];
