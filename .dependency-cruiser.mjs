import { FEATURES_OF, MODULES } from './scripts/modules.ts';

/** A feature is a folder of a module, or a module that is one feature. */
const FEATURE = `^server/src/features/((?:${Object.keys(FEATURES_OF).join('|')})/[^/]+|[^/]+)/`;
const anyOf = (modules) => `^server/src/features/(${modules.join('|')})/`;

/** Which module may know of which (docs/architecture.md); no allow-list. */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-knows-only-zod',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src', '^node_modules/zod/'] },
    },
    {
      name: 'server-and-web-never-meet',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    {
      name: 'host-knows-nobody',
      severity: 'error',
      from: { path: '^host/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?!host/)[^/]+/src/|^node_modules/' },
    },
    {
      name: 'launcher-knows-host-only',
      comment: 'what it launches is no matter of its',
      severity: 'error',
      from: { path: '^postgres/' },
      to: { path: '^(contract|server|web|fakes|scripts|e2e|bench)/' },
    },
    {
      name: 'launcher-has-one-door',
      severity: 'error',
      from: { pathNot: '^postgres/' },
      to: { path: '^postgres/', pathNot: '^postgres/src/embedded-postgres\\.ts$' },
    },
    {
      name: 'browser-knows-no-host',
      severity: 'error',
      from: { path: '^(web|contract|fakes)/' },
      to: { path: '^(host|postgres)/' },
    },
    {
      name: 'product-knows-no-fake',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^fakes/' },
    },
    {
      name: 'fakes-know-the-providers-words-only',
      comment: 'what they share with the product they could not hold against it',
      severity: 'error',
      from: { path: '^fakes/' },
      to: { path: '^(contract|server|web|scripts|e2e|bench)/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/src/platform', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(features|app\\.ts|main\\.ts|testing)' },
    },
    {
      name: 'platform-knows-no-provider',
      severity: 'error',
      from: { path: '^server/src/platform', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/providers' },
    },
    {
      name: 'providers-know-platform-only',
      severity: 'error',
      from: { path: '^server/src/providers', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^server/src/(features|app\\.ts|main\\.ts|testing)' },
    },
    {
      name: 'features-know-ports-only',
      comment: 'platform/ports; providers.ts chooses who serves them',
      severity: 'error',
      from: { path: '^server/src/features', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/providers' },
    },
    {
      name: 'features-know-no-app',
      severity: 'error',
      from: { path: '^server/src/features', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(app\\.ts|main\\.ts|testing)' },
    },
    {
      name: 'rules-and-policy-are-pure',
      comment: 'no database, clock, random, environment or log',
      severity: 'error',
      from: { path: '^server/src/.*/(rules|policy)\\.ts$' },
      to: { pathNot: ['^contract/src', '/(rules|policy)\\.ts$'] },
    },
    {
      name: 'features-stand-in-modules',
      severity: 'error',
      from: { path: '^server/src' },
      to: { path: '^server/src/features/', pathNot: anyOf(MODULES) },
    },
    ...MODULES.slice(0, -1).map((module, floor) => ({
      name: `${module}-knows-none-above`,
      comment: 'only a foreign key may point up',
      severity: 'error',
      from: { path: anyOf([module]), pathNot: '\\.test\\.ts$|/schema\\.ts$' },
      to: { path: anyOf(MODULES.slice(floor + 1)) },
    })),
    ...Object.entries(FEATURES_OF).flatMap(([module, features]) =>
      features.map((feature, place) => ({
        name: `${module}-${feature}-knows-those-before-it`,
        severity: 'error',
        from: { path: `^server/src/features/${module}/${feature}/`, pathNot: '\\.test\\.ts$|/schema\\.ts$' },
        to: {
          path: `^server/src/features/${module}/`,
          pathNot: `^server/src/features/${module}/(${features.slice(0, place + 1).join('|')})/`,
        },
      })),
    ),
    {
      name: 'features-meet-through-acts-rules-policy',
      comment: 'what a feature keeps and how it answers is its own',
      severity: 'error',
      from: { path: FEATURE, pathNot: '\\.test\\.ts$|/schema\\.ts$' },
      to: {
        path: '^server/src/features/.+/(jobs|queries|presenter|repository|routes|schema)\\.ts$',
        pathNot: '^server/src/features/$1/',
      },
    },
    {
      name: 'only-sql-files-know-tables',
      severity: 'error',
      from: { path: '^server/src/features', pathNot: '/(repository|queries|schema)\\.ts$|\\.test\\.ts$' },
      to: { path: '(^node_modules/(drizzle-orm|pg)/|/schema\\.ts$)' },
    },
    {
      name: 'web-never-upward',
      severity: 'error',
      from: { path: '^web/src/(lib|components|domain)/' },
      to: { path: '^web/src/(app|features|public)/' },
    },
    {
      name: 'components-know-no-domain',
      comment: 'what clients, forms and links are is known from domain up; of the contract only rules',
      severity: 'error',
      from: { path: '^web/src/components/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(web/src/domain|contract/src/(?!rules))' },
    },
    {
      name: 'lib-knows-no-component',
      severity: 'error',
      from: { path: '^web/src/lib/' },
      to: { path: '^web/src/(components|domain)/' },
    },
    {
      name: 'web-features-know-no-app',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/(app|public)/' },
    },
    {
      name: 'web-features-never-meet',
      comment: 'a page of the app layer composes them',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/[^/]+/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'public-pages-hold-no-agent-code',
      severity: 'error',
      from: { path: '^web/src/public/' },
      to: { path: '^web/src/(app|features)/' },
    },
    {
      name: 'only-the-grid-folder-knows-the-grid',
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
