import { expect, it } from 'vitest';
import { featureNameProblems } from './feature-name-rule.ts';

const file = (name: string, text = '') => ({ file: name, text });

it('accepts features that have the same name in contract, server and browser', () => {
  const files = [
    file('contract/src/clients/endpoints.ts'),
    file('contract/src/webhooks/endpoints.ts'),
    file('contract/src/rules/dates.ts'),
    file('contract/src/lists.ts'),
    file('web/src/features/clients/api.ts', "from '@ledgerline/contract/clients/endpoints'"),
    file('web/src/features/help/api.ts', "from '../../lib/http.ts'"),
  ];
  expect(featureNameProblems(files)).toEqual([]);
});

it('reports a feature of the contract that the server does not have', () => {
  expect(featureNameProblems([file('contract/src/notices/endpoints.ts')])).toEqual([
    'contract/src/notices: no module or feature of the server has this name (scripts/modules.ts)',
  ]);
});

it('reports a feature of the browser that calls endpoints under another name', () => {
  const files = [
    file('contract/src/notifications/endpoints.ts'),
    file('web/src/features/bell/api.ts', "from '@ledgerline/contract/notifications/endpoints'"),
  ];
  expect(featureNameProblems(files)).toEqual([
    'web/src/features/bell/api.ts: no feature of the contract is called bell',
  ]);
});
