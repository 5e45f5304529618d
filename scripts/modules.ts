/** The rooms of the server's features from the ground up: each knows those before it, never one behind it. */
export const MODULES: readonly string[] = [
  'webhooks',
  'email-templates',
  'people',
  'settings',
  'records',
  'forms',
  'signing',
  'billing',
  'activity',
  'admin',
];

/** Rooms that hold several features, a folder each, in their order: each knows those before it. The others are one feature. */
export const FEATURES_OF: Readonly<Record<string, readonly string[]>> = {
  people: ['agents', 'teams', 'two-factor', 'auth', 'notifications'],
  records: ['clients', 'ledger', 'imports', 'documents', 'tasks', 'calls'],
  forms: [
    'folders',
    'templates',
    'bundles',
    'sessions',
    'submissions',
    'secure-links',
    'link-emails',
    'public-forms',
  ],
  signing: ['library', 'envelopes', 'pages'],
  billing: [
    'line-item-templates',
    'invoice-store',
    'transactions',
    'recurring-payments',
    'provider',
    'invoices',
    'scheduler',
    'pay-page',
  ],
  activity: ['today', 'timeline', 'search', 'reminders', 'calendar'],
  admin: ['audit', 'audit-checks', 'live', 'providers', 'client-export', 'status'],
};

const FEATURES = 'server/src/features/';

export interface ModulePath {
  module: string;
  feature: string;
}

/** Where a file of the server's features stands; null for any other file. */
export function modulePathOf(file: string): ModulePath | null {
  if (!file.startsWith(FEATURES)) return null;
  const [module = '', part] = file.slice(FEATURES.length).split('/');
  return { module, feature: module in FEATURES_OF ? `${module}/${part}` : module };
}

/** How high a room stands; whoever is not in a room (platform, providers) stands under all of them. */
export const floorOf = (module: string): number => MODULES.indexOf(module);
