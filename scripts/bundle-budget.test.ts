import { describe, expect, it } from 'vitest';
import { bundleFindings, type Manifest, type Screen } from './bundle-budget.ts';

const LEDGER = 'src/features/ledger/ledger-page.tsx';
const CLIENTS = 'src/features/clients/clients-page.tsx';
const HTML = '<script src="/index.js"></script><link href="/shared.js"><link href="/public.js">';

function build(changes: Manifest = {}): Manifest {
  return {
    'index.html': { file: 'index.js', imports: ['_shared.js'], dynamicImports: [CLIENTS, LEDGER] },
    'public.html': { file: 'public.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'shared.js' },
    [CLIENTS]: { file: 'clients.js', src: CLIENTS, imports: ['index.html'] },
    [LEDGER]: { file: 'ledger.js', src: LEDGER, imports: ['_grid.js'] },
    '_grid.js': { file: 'grid.js' },
    ...changes,
  };
}

function screens(changes: Record<string, string[]> = {}): Screen[] {
  const listed: Record<string, string[]> = {
    '/crm/login': [],
    '/crm/clients': ['clients.js'],
    '/crm/clients/$clientId': ['clients.js'],
    '/crm/ledger': ['ledger.js', 'grid.js'],
    '/signing/$ticket': [],
    '/pay/$token': [],
    ...changes,
  };
  return Object.entries(listed).map(([path, scripts]) => ({ path, scripts }));
}

function textOf(file: string): string {
  if (file.endsWith('.html')) return HTML;
  return file === 'grid.js' ? 'class="dvn-scroller"' : '';
}

function findings(manifest: Manifest, listed = screens(), bytes = 1024) {
  return bundleFindings(manifest, listed, { bytesOf: () => bytes, textOf });
}

describe('the budget of the first screens', () => {
  it('counts every script that is loaded at once, and each once', () => {
    const scripts = findings(build()).sizes.map(({ label, bytes }) => [label, bytes / 1024]);
    expect(scripts).toEqual([
      ['Sign-in page', 2],
      ['Client list', 3],
      ['Client page', 3],
      ['Ledger', 4],
      ['Public form', 2],
      ['Signing page', 2],
      ['Pay page', 2],
    ]);
    expect(findings(build()).problems).toEqual([]);
  });

  it('is broken when they weigh more', () => {
    expect(findings(build(), screens(), 80 * 1024).problems).toEqual(['Sign-in page is over its budget']);
  });

  it('is broken by many scripts, however small', () => {
    const many = Array.from({ length: 7 }, (_, index) => `part-${index}.js`);
    const parts = Object.fromEntries(many.map((file) => [`_${file}`, { file }]));
    const { problems } = findings(build(parts), screens({ '/crm/clients': ['clients.js', ...many] }));
    expect(problems).toEqual(['Client list loads 10 scripts, more than 8']);
  });

  it('is broken by a script that the HTML does not name', () => {
    const { problems } = findings(
      build({ [CLIENTS]: { file: 'clients.js', imports: ['_late.js'] }, '_late.js': { file: 'late.js' } }),
      screens({ '/crm/clients/$clientId': [] }),
    );
    expect(problems).toEqual(['Client list asks for late.js only when another script has come']);
  });
});

describe('the grid library', () => {
  it('belongs to the ledger alone', () => {
    const { problems } = findings(build(), screens({ '/crm/clients': ['clients.js', 'grid.js'] }));
    expect(problems).toEqual(['/crm/clients loads the grid library']);
  });

  it('must be found at all, or the check proves nothing', () => {
    const { problems } = bundleFindings(build(), screens(), { bytesOf: () => 0, textOf: () => HTML });
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
  const { problems } = bundleFindings(build(), screens(), {
    bytesOf: () => 0,
    textOf: (file) => (file === 'shared.js' ? 'adminFirstName' : textOf(file)),
  });
  expect(problems).toContain('the public pages reach _shared.js');
});
