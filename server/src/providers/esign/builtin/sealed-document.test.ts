import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SigningInput } from '#platform/ports/built-in-signing.ts';
import {
  CLIENT_INFO,
  envelopeOf,
  signAs,
  signingInput,
  ticketFor,
  useEsign,
} from './testing/esign-fixture.ts';
import { isSealIntact, verifySeal } from './testing/verify-seal.ts';
import { formPdf } from './testing/wild-pdfs.ts';

const t = useEsign();
const PREFILL = {
  client_first_name: 'José',
  client_last_name: 'Ñandú São Łukasz',
  address: 'Calle Peña 3, Coração',
  dob: '02/29/1980',
};

async function textOf(file: Buffer): Promise<string[]> {
  const pdf = await PDF.load(file);
  return pdf.getPages().map((page) => page.extractText().text.replace(/\s+/g, ' '));
}

/** When the advisor had saved the signature that they adopt. */
const SAVED_AT = new Date('2026-11-01T15:00:00Z');

interface Sample {
  name: string;
  advisor: SigningInput['values'] | null;
  client: SigningInput['values'];
  choices: { checked: string[]; lists: Record<string, string> };
  shown: string[];
}

const SAMPLES: Sample[] = [
  {
    name: 'Advisory Agreement',
    advisor: { financial_plan: true, planning_package: 'Essential' },
    client: { planning_package: 'Premier', special_instructions: 'Reunión en español, ¿sí?' },
    choices: { checked: ['Financial plan'], lists: { 'Planning package': 'Premier' } },
    shown: [
      'José',
      'Ñandú São Łukasz',
      'Premier',
      'Reunión en español, ¿sí?',
      'Adriana Advisor',
      '11/20/2026',
    ],
  },
  {
    name: 'HIPAA Authorization',
    advisor: null,
    client: { medical_records: true, hiv_test_results: false, valid_for: '24 months' },
    choices: { checked: ['Medical records'], lists: { 'This authorization is valid for': '24 months' } },
    shown: ['Calle Peña 3, Coração', '02/29/1980', '24 months', 'José Ñandú Pérez de la Peña'],
  },
  {
    name: 'Broker of Record Letter',
    advisor: { advisor_npn: '12345678', insurance_carrier: 'Seguros del Sur' },
    client: { life_coverage: true, policy_number: 'P-77' },
    choices: { checked: ['Life insurance'], lists: {} },
    shown: ['12345678', 'Seguros del Sur', 'P-77'],
  },
];

describe.each(SAMPLES)('$name, signed by all', ({ name, advisor, client, choices, shown }) => {
  let file: Buffer;
  let envelope: string;
  beforeAll(async () => {
    const { esign } = t.current;
    envelope = await envelopeOf(esign, name, PREFILL);
    if (advisor) {
      const { signature, ...input } = signingInput('Adriana Advisor', advisor);
      const ticket = await ticketFor(esign, envelope, 'advisor');
      await esign.sign(ticket, { ...input, signature: { ...signature, savedAt: SAVED_AT } }, CLIENT_INFO);
    }
    await signAs(esign, envelope, 'client', client);
    file = await esign.document(envelope, 'combined');
  });

  it('is complete, with the choices of the last signer', async () => {
    const state = await t.current.esign.status(envelope);
    expect(state.status).toBe('completed');
    const checked = Object.entries(state.choices.checkboxTabs).filter(([, isChecked]) => isChecked);
    expect(checked.map(([label]) => label)).toEqual(choices.checked);
    expect(state.choices.listTabs).toEqual(choices.lists);
  });

  it('shows every value in its pages, and no field is left to fill in', async () => {
    const pages = (await textOf(file)).join(' ');
    for (const text of shown) expect(pages).toContain(text);
    const fields = (await PDF.load(file)).getForm()?.getFields() ?? [];
    expect(fields.map(({ type }) => type)).toEqual(['signature']);
  });

  it('ends with a certificate of who signed when, where and how', async () => {
    const certificate = (await textOf(file)).at(-1) ?? '';
    for (const text of [
      'Certificate of completion',
      'Muñoz & Söhne Advisers',
      envelope,
      'José Ñandú Pérez de la Peña',
      'jose@example.test',
      '203.0.113.7',
      'Mozilla/5.0 (test)',
      'in Spanish',
      'Nov 20, 2026, 10:00:00 AM EST',
      'Signature drawn by hand',
    ]) {
      expect(certificate).toContain(text);
    }
    expect(certificate).toMatch(/[0-9a-f]{64}/);
    const adopted =
      'Signature drawn by hand; saved Nov 1, 2026, 10:00:00 AM EST and adopted for this document at signing';
    expect(certificate.split(adopted)).toHaveLength(advisor ? 2 : 1);
  });

  it('has a seal that an independent library validates for the full file', () => {
    const report = verifySeal(file);
    expect(report).toMatchObject({
      coversFullFile: true,
      digestMatches: true,
      signatureIsValid: true,
      namesCertificate: true,
    });
    expect(report.certificate.subject).toContain('Muñoz & Söhne Advisers document seal');
  });
});

describe('sealed document', () => {
  let file: Buffer;
  beforeAll(async () => {
    const { esign } = t.current;
    await esign.addToLibrary('Small.pdf', await formPdf());
    const envelope = await envelopeOf(esign, 'Small');
    await signAs(esign, envelope, 'client');
    file = await esign.document(envelope, '1');
  });

  it('reveals any changed byte of the document or of the signature itself', () => {
    expect(isSealIntact(file)).toBe(true);
    const { length } = file;
    const [from, to] = [file.lastIndexOf('/Contents <') + 11, file.lastIndexOf('>\n/M ')];
    const random = Array.from({ length: 300 }, () => randomBytes(4).readUInt32BE() % length);
    // The CMS message ends with the signature value, followed only by zero padding.
    const signatureEnd =
      from +
      file
        .subarray(from, to)
        .toString('latin1')
        .replace(/(00)+$/, '').length;
    const offsets = [0, 9, from - 2, to + 1, length - 1, signatureEnd - 3, signatureEnd - 301];
    for (const offset of [...offsets, ...random.filter((at) => at < from || at >= to)]) {
      const changed = Buffer.from(file);
      changed[offset] = (changed[offset] ?? 0) ^ 0x01;
      expect(isSealIntact(changed), `byte ${offset}`).toBe(false);
    }
  });

  it('reveals any bytes appended or cut off', async () => {
    expect(isSealIntact(Buffer.concat([file, Buffer.from('\n')]))).toBe(false);
    expect(isSealIntact(file.subarray(0, -1))).toBe(false);
    const pdf = await PDF.load(file);
    pdf.getPages()[0]?.drawText('added', { x: 10, y: 10 });
    expect(isSealIntact(Buffer.from(await pdf.save({ incremental: true })))).toBe(false);
  });

  it('passes pdfsig and qpdf where they are installed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-seal-'));
    const target = path.join(folder, 'sealed.pdf');
    await writeFile(target, file);
    const run = (tool: string, ...args: string[]) => spawnSync(tool, [...args, target], { encoding: 'utf8' });
    const pdfsig = run('pdfsig');
    if (!pdfsig.error) {
      expect(pdfsig.stdout).toContain('Signature is Valid');
      expect(pdfsig.stdout).toContain('Total document signed');
    }
    const qpdf = run('qpdf', '--check');
    if (!qpdf.error) expect({ status: qpdf.status, stderr: qpdf.stderr }).toEqual({ status: 0, stderr: '' });
    await rm(folder, { recursive: true });
  });

  it('is sealed with the same certificate by every server on the database', async () => {
    const other = t.current.another();
    const envelope = await envelopeOf(other, 'Small');
    await signAs(other, envelope, 'client');
    const second = verifySeal(await other.document(envelope, '1')).certificate;
    expect(second.fingerprint256).toBe(verifySeal(file).certificate.fingerprint256);
  });

  it('stores values, pictures and the key encrypted in the database', async () => {
    const { database } = t.current;
    const rows = await database.query<Record<string, string>>(
      `select field_values as a, signature_image as b from esign_signers where signed_at is not null
       union all select prefill, private_key from esign_envelopes, esign_certificates`,
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) for (const value of Object.values(row)) expect(value).toMatch(/^v1\.test\./);
  });

  it.each([
    ['Vietnamese', 'Nguyễn Thị Ánh Tuyết', 'Nguyễn Thị Ánh Tuyết'],
    ['Cyrillic', 'Ганна Їжакевич', 'Ганна Їжакевич'],
    ['Greek', 'Άννα Παπαδοπούλου', 'Άννα Παπαδοπούλου'],
    ['Chinese', '王小明', '王小明'],
    ['Japanese', '山田 さくら', '山田 さくら'],
    ['Korean', '김민준', '김민준'],
    // Right-to-left text is stored in visual order on the page.
    ['Arabic', 'محمد يوسف', 'فسوي دمحم'],
    ['Hebrew', 'דוד בן גוריון', 'ןוירוג ןב דוד'],
  ])(
    'prints a name in %s in the field, under the signature and in the certificate',
    async (_, name, seen) => {
      const { esign } = t.current;
      const envelope = await envelopeOf(esign, 'Small', { primary_email: name });
      const ticket = await ticketFor(esign, envelope, 'client');
      await esign.sign(ticket, signingInput(name), CLIENT_INFO);
      const sealed = await esign.document(envelope, '1');
      expect(isSealIntact(sealed)).toBe(true);
      const [page = '', certificate = ''] = await textOf(sealed);
      expect(page).toContain(seen);
      expect(page).toContain(`Signed by ${seen}, 11/20/2026`);
      expect(certificate).toMatch(new RegExp(`Signed as ?${seen} Email`));
    },
  );

  it('accepts names and user agents of any length and script', async () => {
    const { esign } = t.current;
    const envelope = await envelopeOf(esign, 'Small', { primary_email: 'пример@почта.рф 李小龍 🎉' });
    const ticket = await ticketFor(esign, envelope, 'client');
    const name = `Nguyễn 李小龍 🎉 ${'Ana María '.repeat(18)}`.slice(0, 199).trim();
    const done = await esign.sign(ticket, signingInput(name), {
      ...CLIENT_INFO,
      userAgent: '浏览器/'.repeat(900),
    });
    expect(done.state.status).toBe('completed');
    const sealed = await esign.document(envelope, '1');
    expect(isSealIntact(sealed)).toBe(true);
    expect((await textOf(sealed)).join(' ')).toContain('пример@почта.рф 李小龍 🎉');
  });
});

/** A text field of 250 x 20 points as the reader sees it, in the page's own coordinates and from the top left. */
const TURNED = [
  { rotation: 0, text: { x: 72, y: 600, width: 250, height: 20 }, seen: { x: 72, y: 172 }, along: [1, 0] },
  { rotation: 90, text: { x: 100, y: 400, width: 20, height: 250 }, seen: { x: 400, y: 100 }, along: [0, 1] },
  {
    rotation: 180,
    text: { x: 72, y: 600, width: 250, height: 20 },
    seen: { x: 290, y: 600 },
    along: [-1, 0],
  },
  {
    rotation: 270,
    text: { x: 100, y: 400, width: 20, height: 250 },
    seen: { x: 142, y: 492 },
    along: [0, -1],
  },
] as const;

describe.each(TURNED)('page rotated by $rotation degrees', ({ rotation, text, seen, along }) => {
  it('has its fields where the reader sees them and its text upright', async () => {
    const { esign } = t.current;
    await esign.addToLibrary('Turned.pdf', await formPdf({ rotation, text }));
    const envelope = await envelopeOf(esign, 'Turned', { primary_email: 'xabcdefghz' });
    const view = await esign.view(await ticketFor(esign, envelope, 'client'));
    const isAcross = rotation % 180 !== 0;
    expect(view.pages[0]).toEqual(isAcross ? { width: 792, height: 612 } : { width: 612, height: 792 });
    const field = view.fields.find(({ name }) => name === 'primary_email');
    expect(field).toMatchObject({ ...seen, width: 250, height: 20 });
    await signAs(esign, envelope, 'client');
    const page = (await PDF.load(await esign.document(envelope, '1'))).getPage(0);
    const letters = (page?.extractText().lines ?? [])
      .flatMap(({ spans }) => spans.flatMap(({ chars }) => chars))
      .filter(
        ({ bbox: { x, y } }) =>
          x > text.x - 1 && x < text.x + text.width && y > text.y - 1 && y < text.y + text.height,
      );
    const positionOf = ({ bbox }: (typeof letters)[number]) => bbox.x * along[0] + bbox.y * along[1];
    const read = letters.sort((one, other) => positionOf(one) - positionOf(other)).map(({ char }) => char);
    expect(read.join('')).toBe('xabcdefghz');
  });
});
