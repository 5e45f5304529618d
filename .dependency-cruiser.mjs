import { FEATURES_OF, MODULES } from './scripts/modules.ts';

/** A feature is a folder of a module, or a module that is one feature. */
const FEATURE = `^server/src/features/((?:${Object.keys(FEATURES_OF).join('|')})/[^/]+|[^/]+)/`;
const anyOf = (modules) => `^server/src/features/(${modules.join('|')})/`;

/** Which module may import which (docs/architecture.md); there is no list of exceptions. */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src', '^node_modules/zod/'] },
    },
    {
      name: 'server-and-web-are-separate',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    {
      name: 'host-imports-nothing',
      severity: 'error',
      from: { path: '^host/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?!host/)[^/]+/src/|^node_modules/' },
    },
    {
      name: 'launcher-imports-only-host',
      comment: 'the PostgreSQL launcher does not depend on the product',
      severity: 'error',
      from: { path: '^postgres/' },
      to: { path: '^(contract|server|web|fakes|scripts|e2e|bench)/' },
    },
    {
      name: 'launcher-has-one-entry',
      severity: 'error',
      from: { pathNot: '^postgres/' },
      to: { path: '^postgres/', pathNot: '^postgres/src/embedded-postgres\\.ts$' },
    },
    {
      name: 'browser-does-not-import-host',
      severity: 'error',
      from: { path: '^(web|contract|fakes)/' },
      to: { path: '^(host|postgres)/' },
    },
    {
      name: 'product-does-not-import-fakes',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^fakes/' },
    },
    {
      name: 'fakes-do-not-import-product',
      comment: 'fakes that share code with the product could not detect its errors',
      severity: 'error',
      from: { path: '^fakes/' },
      to: { path: '^(contract|server|web|scripts|e2e|bench)/' },
    },
    {
      name: 'platform-does-not-import-features',
      severity: 'error',
      from: { path: '^server/src/platform', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(features|app\\.ts|main\\.ts|testing)' },
    },
    {
      name: 'platform-does-not-import-providers',
      severity: 'error',
      from: { path: '^server/src/platform', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/providers' },
    },
    {
      name: 'providers-import-only-platform',
      severity: 'error',
      from: { path: '^server/src/providers', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^server/src/(features|app\\.ts|main\\.ts|testing)' },
    },
    {
      name: 'features-use-providers-through-ports',
      comment: 'use platform/ports; providers.ts selects the implementation',
      severity: 'error',
      from: { path: '^server/src/features', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/providers' },
    },
    {
      name: 'features-do-not-import-app',
      severity: 'error',
      from: { path: '^server/src/features', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(app\\.ts|main\\.ts|testing)' },
    },
    {
      name: 'rules-and-policy-are-pure',
      comment: 'no database, clock, randomness, environment or log',
      severity: 'error',
      from: { path: '^server/src/.*/(rules|policy)\\.ts$' },
      to: { pathNot: ['^contract/src', '/(rules|policy)\\.ts$'] },
    },
    {
      name: 'features-are-in-modules',
      severity: 'error',
      from: { path: '^server/src' },
      to: { path: '^server/src/features/', pathNot: anyOf(MODULES) },
    },
    ...MODULES.slice(0, -1).map((module, layer) => ({
      name: `${module}-does-not-import-higher-modules`,
      comment: 'only foreign keys may reference a higher module',
      severity: 'error',
      from: { path: anyOf([module]), pathNot: '\\.test\\.ts$|/schema\\.ts$' },
      to: { path: anyOf(MODULES.slice(layer + 1)) },
    })),
    ...Object.entries(FEATURES_OF).flatMap(([module, features]) =>
      features.map((feature, position) => ({
        name: `${module}-${feature}-imports-only-earlier-features`,
        severity: 'error',
        from: { path: `^server/src/features/${module}/${feature}/`, pathNot: '\\.test\\.ts$|/schema\\.ts$' },
        to: {
          path: `^server/src/features/${module}/`,
          pathNot: `^server/src/features/${module}/(${features.slice(0, position + 1).join('|')})/`,
        },
      })),
    ),
    {
      name: 'features-import-only-public-files-of-others',
      comment: 'storage and responses of a feature are internal',
      severity: 'error',
      from: { path: FEATURE, pathNot: '\\.test\\.ts$|/schema\\.ts$' },
      to: {
        path: '^server/src/features/.+/(jobs|queries|presenter|repository|routes|schema)\\.ts$',
        pathNot: '^server/src/features/$1/',
      },
    },
    {
      name: 'only-sql-files-import-tables',
      severity: 'error',
      from: { path: '^server/src/features', pathNot: '/(repository|queries|schema)\\.ts$|\\.test\\.ts$' },
      to: { path: '(^node_modules/(drizzle-orm|pg)/|/schema\\.ts$)' },
    },
    {
      name: 'web-imports-only-lower-layers',
      severity: 'error',
      from: { path: '^web/src/(lib|components|domain)/' },
      to: { path: '^web/src/(app|features|public)/' },
    },
    {
      name: 'components-do-not-import-domain',
      comment:
        'clients, forms and links belong to the domain layer; of the contract, components may import only rules',
      severity: 'error',
      from: { path: '^web/src/components/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(web/src/domain|contract/src/(?!rules))' },
    },
    {
      name: 'lib-does-not-import-components',
      severity: 'error',
      from: { path: '^web/src/lib/' },
      to: { path: '^web/src/(components|domain)/' },
    },
    {
      name: 'web-features-do-not-import-app',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/(app|public)/' },
    },
    {
      name: 'web-features-are-separate',
      comment: 'pages of the app layer combine them',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/[^/]+/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'public-pages-do-not-import-agent-code',
      severity: 'error',
      from: { path: '^web/src/public/' },
      to: { path: '^web/src/(app|features)/' },
    },
    {
      name: 'only-the-grid-folder-imports-the-grid',
      severity: 'error',
      from: { path: '^web/src', pathNot: '^web/src/components/grid/' },
      to: { path: '^node_modules/@glideapps/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|migrations)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
