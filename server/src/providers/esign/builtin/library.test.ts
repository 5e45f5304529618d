import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { inspectSafely } from './inspect-safely.ts';
import { openLibrary } from './library.ts';
import { PROBLEMS } from './template-limits.ts';
import { envelopeOf, signAs, templateNamed, ticketFor, useEsign } from './testing/esign-fixture.ts';
import {
  encrypted,
  formPdf,
  plainPdf,
  withBrokenXref,
  withDeepNesting,
  withInheritance,
  withJavaScript,
  withLoopingPages,
  withXfa,
} from './testing/wild-pdfs.ts';

const t = useEsign();

/** The text content of a PDF without pictures and fonts, whose bytes match any word by chance: its objects, unpacked. */
function objectsOf(file: Buffer): string {
  const text = file.toString('latin1');
  const packed = [...text.matchAll(/\/ObjStm\b[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  const unpacked = packed.map(([, bytes = '']) =>
    inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'),
  );
  return [text.replace(/\bstream\r?\n[\s\S]*?endstream/g, ''), ...unpacked].join('\n');
}

describe('template library', () => {
  it('includes three samples with their signers and priceable options', async () => {
    const entries = await t.current.esign.listLibrary();
    expect(entries.map(({ name, signers, problem }) => ({ name, signers, problem }))).toEqual([
      { name: 'Advisory Agreement', signers: ['advisor', 'client'], problem: null },
      { name: 'Broker of Record Letter', signers: ['advisor', 'client'], problem: null },
      { name: 'HIPAA Authorization', signers: ['client'], problem: null },
    ]);
    const template = await t.current.esign.template(
      await templateNamed(t.current.esign, 'Advisory Agreement'),
    );
    expect(template.tabs.checkboxTabs.map(({ tabLabel }) => tabLabel)).toEqual([
      'Financial plan',
      'Tax planning review',
      'Estate planning review',
      'Insurance review',
    ]);
    expect(template.tabs.listTabs[0]).toEqual({
      tabLabel: 'Planning package',
      listItems: ['Essential', 'Complete', 'Premier'],
    });
    expect(template.documents).toEqual([{ documentId: '1', name: 'Advisory Agreement.pdf' }]);
    const preview = await t.current.esign.templateDocument(template.id, '1');
    expect(preview.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('lists a file that is still being read without waiting for it, and continues reading', async () => {
    const library = openLibrary(t.current.templatesDir, createLog('silent'));
    const entries = await library.list(0);
    expect(entries.map(({ problem }) => problem)).toEqual([
      PROBLEMS.stillReading,
      PROBLEMS.stillReading,
      PROBLEMS.stillReading,
    ]);
    expect((await library.list(600_000)).map(({ problem }) => problem)).toEqual([null, null, null]);
  });

  it('does not restore a deleted sample, even after a restart', async () => {
    await t.current.esign.listLibrary();
    await rm(path.join(t.current.templatesDir, 'Broker of Record Letter.pdf'));
    const names = (await t.current.another().listLibrary()).map(({ name }) => name);
    expect(names).not.toContain('Broker of Record Letter');
  });

  it('picks up PDF files added to the folder and ignores everything else in it', async () => {
    const { templatesDir, esign } = t.current;
    await esign.listLibrary();
    await writeFile(path.join(templatesDir, 'Dropped.PDF'), await formPdf());
    await writeFile(path.join(templatesDir, 'notes.txt'), 'no');
    await writeFile(path.join(templatesDir, '.hidden.pdf'), await formPdf());
    await mkdir(path.join(templatesDir, 'folder.pdf'));
    await symlink('/etc/passwd', path.join(templatesDir, 'link.pdf'));
    const names = (await esign.listLibrary()).map(({ name }) => name);
    expect(names).toContain('Dropped');
    expect(names).not.toEqual(expect.arrayContaining(['notes']));
    expect(names.some((name) => ['.hidden', 'folder', 'link'].includes(name))).toBe(false);
  });

  it('replaces a PDF of the same name under the same ID with a new version', async () => {
    const { esign, templatesDir } = t.current;
    const first = await esign.addToLibrary('Offer.pdf', await formPdf());
    const before = (await esign.listTemplates()).find(({ id }) => id === first.id);
    const again = await esign.addToLibrary(
      'OFFER.pdf',
      await formPdf({ change: (pdf) => pdf.setTitle('New') }),
    );
    const after = (await esign.listTemplates()).find(({ id }) => id === first.id);
    expect(again.id).toBe(first.id);
    expect(after?.version).not.toBe(before?.version);
    expect((await readdir(templatesDir)).filter((name) => /offer|part/i.test(name))).toEqual(['Offer.pdf']);
  });

  it('drops empty list items and trims the others', async () => {
    const { id } = await t.current.esign.addToLibrary('Lists.pdf', await formPdf());
    const { tabs } = await t.current.esign.template(id);
    expect(tabs).toEqual({
      checkboxTabs: [{ tabLabel: 'Dental' }],
      listTabs: [{ tabLabel: 'Plan', listItems: ['Gold', 'Silver'] }],
    });
  });

  it('lists an unusable file with the reason and does not offer it', async () => {
    const { esign, templatesDir } = t.current;
    await writeFile(path.join(templatesDir, 'Broken.pdf'), 'hello');
    const entry = (await esign.listLibrary()).find(({ name }) => name === 'Broken');
    expect(entry?.problem).toBe(PROBLEMS.notPdf);
    expect((await esign.listTemplates()).map(({ name }) => name)).not.toContain('Broken');
    await expect(esign.template(entry?.id ?? '')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(esign.template('tpl_nothing')).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('unusual PDFs', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['zero bytes', () => Buffer.alloc(0), PROBLEMS.empty],
    ['more than 25 MB', () => Buffer.alloc(26 * 1024 * 1024, '%PDF-'), PROBLEMS.tooLarge],
    ['a web page', () => Buffer.from('<html><body>%PDF</body></html>'), PROBLEMS.notPdf],
    ['a PDF that needs a password', () => encrypted('secret'), PROBLEMS.password],
    ['a PDF that forbids changes', () => encrypted('', false), PROBLEMS.restricted],
    ['a dynamic XFA form', () => withXfa(false), PROBLEMS.xfa],
    ['201 pages', () => plainPdf(201), PROBLEMS.tooLong],
    ['500 pages', () => plainPdf(500), PROBLEMS.tooLong],
    ['a page tree with a cycle', withLoopingPages, PROBLEMS.noPages],
    ['nesting deeper than the stack', withDeepNesting, PROBLEMS.noPages],
    ['a header only', () => Buffer.from('%PDF-1.7\n%%EOF'), PROBLEMS.damaged],
  ])('rejects %s with a message', async (_, build, sentence) => {
    const bytes = await build();
    await expect(t.current.esign.addToLibrary('Wild.pdf', bytes)).rejects.toMatchObject({
      kind: 'invalid',
      message: sentence,
    });
  });

  it.each<[string, () => Buffer | Promise<Buffer>, number]>([
    ['200 pages without a form', () => plainPdf(200), 201],
    ['no form', () => plainPdf(1), 2],
    ['a broken cross-reference table', withBrokenXref, 1],
    ['protection without a password', () => encrypted(''), 1],
    ['a hybrid XFA form', () => withXfa(true), 1],
    ['JavaScript', withJavaScript, 1],
    ['inherited page attributes', withInheritance, 2],
    [
      'garbage before the header',
      async () => Buffer.concat([Buffer.from('\r\nrubbish\r\n'), await formPdf()]),
      1,
    ],
  ])('accepts %s and can have it signed', async (_, build, pageCount) => {
    const { esign } = t.current;
    const entry = await esign.addToLibrary('Taken.pdf', await build());
    expect(entry).toMatchObject({ page_count: pageCount, signers: ['client'], problem: null });
    const envelope = await envelopeOf(esign, 'Taken', { primary_email: 'ana@example.test' });
    const view = await esign.view(await ticketFor(esign, envelope, 'client'));
    expect(view.pages).toHaveLength(pageCount);
    const done = await signAs(esign, envelope, 'client');
    expect(done.status).toBe('completed');
  });

  it('stops processing a PDF that takes too long', async () => {
    // A million object starts without an end would take hours to parse.
    const endless = Buffer.from(`%PDF-1.7\n${'1 0 obj <<\n'.repeat(1_000_000)}%%EOF`);
    const answer = await inspectSafely(endless, { cpuMs: 200 });
    expect(answer).toMatchObject({ problem: PROBLEMS.tooSlow });
  });

  it('accepts or rejects a truncated file without crashing', async () => {
    const full = await formPdf();
    for (const share of [0.1, 0.5, 0.99]) {
      const cut = full.subarray(0, Math.floor(full.length * share));
      const outcome = await t.current.esign.addToLibrary('Cut.pdf', cut).then(
        ({ problem }) => problem,
        ({ kind }: { kind: string }) => kind,
      );
      expect([null, 'invalid']).toContain(outcome);
    }
  });

  it('removes scripts, actions and attached files from what signers see', async () => {
    const { esign } = t.current;
    const scripted = Buffer.from(await withJavaScript());
    expect(objectsOf(scripted)).toContain('JavaScript');
    const { id } = await esign.addToLibrary('Scripted.pdf', scripted);
    const envelope = await envelopeOf(esign, 'Scripted');
    const shown = await esign.viewDocument(await ticketFor(esign, envelope, 'client'));
    await signAs(esign, envelope, 'client');
    const files = [await esign.templateDocument(id, '1'), shown, await esign.document(envelope, '1')];
    for (const file of files) {
      const text = objectsOf(file);
      for (const word of ['JavaScript', 'app.alert', 'EmbeddedFile', '/AA', 'OpenAction'])
        expect(text).not.toContain(word);
    }
  });
});
