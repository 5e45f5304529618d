import { describe, expect, it } from 'vitest';
import { bundleFindings, type Manifest, scriptsOf } from './bundle-budget.ts';

const SIGN_IN = 'src/features/auth/sign-in-page.tsx';
const LEDGER = 'src/features/ledger/ledger-page.tsx';
const CLIENTS = 'src/features/clients/clients-page.tsx';

function build(changes: Manifest = {}): Manifest {
  return {
    'index.html': { file: 'index.js', imports: ['_shared.js'], dynamicImports: [SIGN_IN, LEDGER] },
    'public.html': { file: 'public.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'shared.js' },
    [SIGN_IN]: { file: 'sign-in.js', src: SIGN_IN, imports: ['index.html'] },
    [CLIENTS]: { file: 'clients.js', src: CLIENTS, imports: ['index.html'] },
    [LEDGER]: { file: 'ledger.js', src: LEDGER, imports: ['_grid.js'] },
    '_grid.js': { file: 'grid.js' },
    ...changes,
  };
}

function findings(manifest: Manifest, bytes = 1024) {
  return bundleFindings(manifest, {
    bytesOf: () => bytes,
    textOf: (file) => (file === 'grid.js' ? 'class="dvn-scroller"' : ''),
  });
}

describe('the budget of the first screens', () => {
  it('counts every script that is loaded at once, and each once', () => {
    expect(scriptsOf(build(), ['index.html', SIGN_IN]).sort()).toEqual([
      'index.js',
      'shared.js',
      'sign-in.js',
    ]);
    expect(findings(build()).sizes.map(({ bytes }) => bytes)).toEqual([3 * 1024, 2 * 1024]);
  });

  it('is broken when they weigh more', () => {
    expect(findings(build(), 60 * 1024).problems).toEqual(['Sign-in page is over its budget']);
    expect(findings(build()).problems).toEqual([]);
  });
});

describe('the grid library', () => {
  it('belongs to the ledger alone', () => {
    const clients = { file: 'clients.js', src: CLIENTS, imports: ['_grid.js'] };
    expect(findings(build({ [CLIENTS]: clients })).problems).toEqual([`${CLIENTS} loads the grid library`]);
  });

  it('must be found at all, or the check proves nothing', () => {
    const problems = bundleFindings(build(), { bytesOf: () => 0, textOf: () => '' }).problems;
    expect(problems).toEqual(['the grid library was not found in any chunk']);
  });
});

it('the public pages reach no agent screen, not even lazily', () => {
  const publicPages = { file: 'public.js', imports: [], dynamicImports: [CLIENTS] };
  expect(findings(build({ 'public.html': publicPages })).problems).toContain(
    `the public pages reach ${CLIENTS}`,
  );
});

it('the public pages share no chunk with the agents’ sign-in', () => {
  const textOf = (file: string) => (file === 'shared.js' ? 'adminFirstName' : 'dvn-scroller');
  const { problems } = bundleFindings(build(), { bytesOf: () => 0, textOf });
  expect(problems).toContain('the public pages reach _shared.js');
});
