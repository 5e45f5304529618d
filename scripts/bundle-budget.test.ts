import { describe, expect, it } from 'vitest';
import { bundleFindings, type Manifest, type Screen } from './bundle-budget.ts';

const TODAY = 'src/features/today/today-page.tsx';
const LEDGER = 'src/features/ledger/ledger-page.tsx';
const CLIENTS = 'src/features/clients/clients-page.tsx';
const HTML =
  '<script>startedCalls</script><script src="/index.js"></script><link href="/shared.js"><link href="/public.js">';

function build(changes: Manifest = {}): Manifest {
  return {
    'index.html': { file: 'index.js', imports: ['_shared.js'], dynamicImports: [TODAY, CLIENTS, LEDGER] },
    'public.html': { file: 'public.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'shared.js' },
    [TODAY]: { file: 'today.js', src: TODAY, imports: ['index.html'] },
    [CLIENTS]: { file: 'clients.js', src: CLIENTS, imports: ['index.html'] },
    [LEDGER]: { file: 'ledger.js', src: LEDGER, imports: ['_grid.js'] },
    '_grid.js': { file: 'grid.js' },
    ...changes,
  };
}

function screens(changes: Record<string, string[]> = {}): Screen[] {
  const listed: Record<string, string[]> = {
    '/crm/login': [],
    '/crm/today': ['today.js'],
    '/crm/clients': ['clients.js'],
    '/crm/clients/$clientId': ['clients.js'],
    '/crm/ledger': ['ledger.js', 'grid.js'],
    '/signing/$ticket': [],
    '/pay/$token': [],
    ...changes,
  };
  return Object.entries(listed).map(([path, scripts]) => ({ path, scripts, styles: ['sheet.css'] }));
}

function textOf(file: string): string {
  if (file.endsWith('.html')) return HTML;
  return file === 'grid.js' ? 'class="dvn-scroller"' : '';
}

function findings(manifest: Manifest, listed = screens(), bytes = 1024) {
  return bundleFindings(manifest, listed, { bytesOf: () => bytes, textOf });
}

describe('the budget of initial screens', () => {
  it('counts each initially loaded script once', () => {
    const scripts = findings(build()).sizes.map(({ label, bytes }) => [label, bytes / 1024]);
    expect(scripts).toEqual([
      ['Sign-in page', 2],
      ['Today', 3],
      ['Client list', 3],
      ['Client page', 3],
      ['Ledger', 4],
      ['Public form', 2],
      ['Signing page', 2],
      ['Pay page', 2],
    ]);
    expect(findings(build()).problems).toEqual([]);
  });

  it('is exceeded by too many bytes', () => {
    expect(findings(build(), screens(), 80 * 1024).problems).toEqual(['Sign-in page is over its budget']);
  });

  it('is exceeded by too many scripts, even small ones', () => {
    const many = Array.from({ length: 6 }, (_, index) => `part-${index}.js`);
    const parts = Object.fromEntries(many.map((file) => [`_${file}`, { file }]));
    const { problems } = findings(build(parts), screens({ '/crm/clients': ['clients.js', ...many] }));
    expect(problems).toContain('Client list loads 9 scripts, more than 8');
  });

  it('is exceeded by a script that the HTML does not reference', () => {
    const { problems } = findings(
      build({ [CLIENTS]: { file: 'clients.js', imports: ['_late.js'] }, '_late.js': { file: 'late.js' } }),
      screens({ '/crm/clients/$clientId': [] }),
    );
    expect(problems).toEqual(['Client list requests late.js at depth 3']);
  });

  it('is exceeded by scripts and styles further down the request chain', () => {
    const { problems, sizes } = findings(
      build({
        [CLIENTS]: { file: 'clients.js', imports: ['_late.js'], css: ['sheet.css'] },
        '_late.js': { file: 'late.js', imports: ['_later.js'] },
        '_later.js': { file: 'later.js', css: ['later.css'] },
      }),
      screens({ '/crm/clients/$clientId': [] }),
    );
    const late = (file: string, depth: number) => `Client list requests ${file} at depth ${depth}`;
    expect(problems).toEqual([late('late.js', 3), late('later.js', 4), late('later.css', 5)]);
    expect(sizes.find(({ label }) => label === 'Client list')?.chain).toBe(5);
  });

  it('is exceeded by too many styles', () => {
    const css = Array.from({ length: 6 }, (_, index) => `sheet-${index}.css`);
    const listed = screens().map((screen) => ({ ...screen, styles: css }));
    const { problems } = findings(
      build({ [LEDGER]: { file: 'ledger.js', imports: ['_grid.js'], css } }),
      listed,
    );
    expect(problems).toEqual([]);
    const one = findings(
      build({ 'public.html': { file: 'public.js', css: [...css, 'more.css'] } }),
      listed,
    ).problems;
    expect(one).toContain('Public form requests 8 files, more than 7');
  });

  it('is violated by HTML that starts no API call', () => {
    const { problems } = bundleFindings(build(), screens(), {
      bytesOf: () => 0,
      textOf: (file) => textOf(file).replace('startedCalls', ''),
    });
    expect(problems).toContain('Public form starts no API call in its HTML');
  });
});

describe('the grid library', () => {
  it('is loaded by the ledger only', () => {
    const { problems } = findings(build(), screens({ '/crm/clients': ['clients.js', 'grid.js'] }));
    expect(problems).toEqual(['/crm/clients loads the grid library']);
  });

  it('is reported when no chunk contains it, because the check would then be void', () => {
    const { problems } = bundleFindings(build(), screens(), { bytesOf: () => 0, textOf: () => HTML });
    expect(problems).toEqual(['the grid library was not found in any chunk']);
  });
});

it('the public pages load no agent screen, not even lazily', () => {
  const publicPages = { file: 'public.js', imports: [], dynamicImports: [CLIENTS] };
  expect(findings(build({ 'public.html': publicPages })).problems).toContain(
    `the public pages load ${CLIENTS}`,
  );
});

it('the public pages share no chunk with the agents’ sign-in', () => {
  const { problems } = bundleFindings(build(), screens(), {
    bytesOf: () => 0,
    textOf: (file) => (file === 'shared.js' ? 'adminFirstName' : textOf(file)),
  });
  expect(problems).toContain('the public pages load _shared.js');
});
