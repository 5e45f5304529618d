import { describe, expect, it } from 'vitest';
import { sizeText } from '../../domain/file-size.ts';
import { documentGroups, fileProblem } from './document-display.ts';
import { aDocument } from './testing/documents.ts';

describe('sizes are shown in KB', () => {
  it.each([
    [0, '0 KB'],
    [1, '1 KB'],
    [2048, '2 KB'],
    [1_600, '2 KB'],
    [26_214_400, '25,600 KB'],
  ])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
});

describe('folders of documents', () => {
  it('are sorted by name, uncategorized last', () => {
    const groups = documentGroups([
      aDocument({ id: 1 }),
      aDocument({ id: 2, folder: 'Policies' }),
      aDocument({ id: 3, folder: '' }),
      aDocument({ id: 4, folder: 'Claims' }),
      aDocument({ id: 5, folder: 'Policies' }),
    ]);
    expect(groups.map(({ label, documents }) => [label, documents.map(({ id }) => id)])).toEqual([
      ['Claims', [4]],
      ['Policies', [2, 5]],
      ['Uncategorized', [1, 3]],
    ]);
  });
});

describe('files rejected before upload', () => {
  const MEBIBYTE = 1024 * 1024;
  it.each([
    ['a.pdf', 1, null],
    ['PHOTO.JPG', 25 * MEBIBYTE, null],
    ['a.pdf', 25 * MEBIBYTE + 1, 'a.pdf is larger than 25 MB.'],
    ['a.pdf', 0, 'a.pdf is empty.'],
    ['setup.exe', 10, /^setup\.exe is not a supported file type\./],
    ['noending', 10, /is not a supported file type/],
  ])('%s of %d bytes', (name, size, problem) => {
    const message = fileProblem({ name, size });
    if (problem instanceof RegExp) expect(message).toMatch(problem);
    else expect(message).toBe(problem);
  });
});
