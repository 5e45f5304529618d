/** The rooms of the server's features from the ground up: each knows those before it, never one behind it. */
export const ROOMS: readonly string[] = [
  'inbox',
  'notices',
  'people',
  'settings',
  'records',
  'forms',
  'signing',
  'billing',
  'operations',
];

/** Rooms that hold several features, a folder each; the others are one feature. */
export const FEATURES_OF: Readonly<Record<string, readonly string[]>> = {
  people: ['agents', 'sign-in'],
  records: ['clients', 'ledger', 'imports', 'documents'],
  forms: ['folders', 'templates', 'submissions', 'links', 'sessions', 'mailing', 'public-pages'],
  billing: ['line-item-templates', 'invoice', 'money', 'schedule', 'provider', 'desk', 'clock', 'pay-page'],
  operations: ['live', 'providers', 'status'],
};
/** In these rooms the features stand in the order of their list as well: each knows those before it. */
export const ORDERED: readonly string[] = ['people', 'records', 'billing', 'operations'];

const FEATURES = 'server/src/features/';

export interface Place {
  room: string;
  feature: string;
}

/** Where a file of the server's features stands; null for any other file. */
export function placeOf(file: string): Place | null {
  if (!file.startsWith(FEATURES)) return null;
  const [room = '', part] = file.slice(FEATURES.length).split('/');
  return { room, feature: room in FEATURES_OF ? `${room}/${part}` : room };
}

/** How high a room stands; whoever is not in a room (platform, providers) stands under all of them. */
export const floorOf = (room: string): number => ROOMS.indexOf(room);
