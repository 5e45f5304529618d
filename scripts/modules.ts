/** The modules of the server's features, lowest first: each may import the modules before it, never those after it. */
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

/**
 * The features of modules with several, in import order: each may import those before it. Other modules are one
 * feature.
 */
export const FEATURES_OF: Readonly<Record<string, readonly string[]>> = {
  people: ['agents', 'teams', 'two-factor', 'auth', 'notifications'],
  records: [
    'saved-views',
    'clients',
    'tasks',
    'bulk-actions',
    'ledger',
    'imports',
    'documents',
    'calls',
    'households',
    'policies',
    'commissions',
  ],
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
  activity: ['today', 'timeline', 'search', 'reminders', 'calendar', 'reports'],
  admin: ['audit', 'audit-checks', 'live', 'providers', 'client-export', 'status'],
};

const FEATURES = 'server/src/features/';

export interface ModulePath {
  module: string;
  feature: string;
}

/** The module and feature of a server file; null for files outside of the features. */
export function modulePathOf(file: string): ModulePath | null {
  if (!file.startsWith(FEATURES)) return null;
  const [module = '', part] = file.slice(FEATURES.length).split('/');
  return { module, feature: module in FEATURES_OF ? `${module}/${part}` : module };
}

/** The layer of a module; code outside of modules (platform, providers) is below all of them. */
export const layerOf = (module: string): number => MODULES.indexOf(module);
