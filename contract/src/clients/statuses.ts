/** The four states of a client; an empty one counts as new (0§3). */
export const CLIENT_STATUSES = ['new', 'client', 'lead', 'inactive'] as const;
export type ClientStatus = (typeof CLIENT_STATUSES)[number];

/** As people read them. */
export const CLIENT_STATUS_LABELS: Record<ClientStatus, string> = {
  new: 'New',
  client: 'Client',
  lead: 'Lead',
  inactive: 'Inactive',
};

/** What a list of clients may be narrowed to. */
export const STATUS_FILTERS = ['all', ...CLIENT_STATUSES] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];
