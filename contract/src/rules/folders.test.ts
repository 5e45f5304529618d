import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderNameError, newFolderPriority, renumberFolders, renumberForms } from './folders.ts';
import { formLinkId } from './form-link-id.ts';

const taken = 'A folder with this name already exists';

describe('folderNameError', () => {
  it.each([
    [{ action: 'new', name: '  ', other_labels: [] }, 'Please enter a folder name'],
    [{ action: 'new', name: ' LIFE ', other_labels: ['Life'] }, taken],
    [{ action: 'new', name: 'Health', other_labels: ['Life'] }, null],
    [{ action: 'rename', name: '', own_label: 'Life', other_labels: [] }, 'Folder name cannot be empty'],
    [{ action: 'rename', name: 'health', own_label: 'Life', other_labels: ['Health'] }, taken],
    [{ action: 'rename', name: 'life', own_label: 'Life', other_labels: ['Health'] }, null],
    [{ action: 'rename', name: 'Life', own_label: 'Life', other_labels: ['Life', 'Health'] }, null],
  ] as const)('turns %j into %s', (input, message) => {
    expect(folderNameError(input)).toBe(message);
  });
});

describe('folder and form order', () => {
  it('puts a new folder one above the highest number', () => {
    expect(newFolderPriority({ existing_priorities: [] })).toBe(1);
    expect(newFolderPriority({ existing_priorities: [3, 1, 7, null] })).toBe(8);
  });

  it('numbers folders from 1 in the given order, ids or rows', () => {
    expect(renumberFolders({ order: [9, 4] })).toEqual([
      { id: 9, priority: 1 },
      { id: 4, priority: 2 },
    ]);
    expect(renumberFolders({ order: [{ id: 9 }, { id: 4 }] })[1]).toEqual({ id: 4, priority: 2 });
  });

  it('numbers forms by display order, then agent name, those without an order last', () => {
    const forms = [
      { id: 1, display_order: null, form_name_agent: 'A' },
      { id: 2, display_order: 2, form_name_agent: 'b' },
      { id: 3, display_order: 2, form_name_agent: 'A' },
      { id: 4, display_order: 10, form_name_agent: 'A' },
      { id: 5, form_name_agent: null },
      { id: 6, display_order: 0, form_name_agent: 'z' },
    ];
    expect(renumberForms({ forms }).map(({ id }) => id)).toEqual([6, 3, 2, 4, 5, 1]);
    expect(renumberForms({ forms }).map(({ display_order }) => display_order)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('formLinkId', () => {
  it.each([
    ['ABC', 'abc'],
    ['a b&c', 'a-b-c'],
    ['a -- b', 'a-b'],
    ['-a-', 'a'],
    ['Café Olé', 'caf-ol'],
    ['Cafe\u0301', 'caf'],
    ['snake_case', 'snake-case'],
    ['---', ''],
    ['', ''],
    [null, ''],
  ])('%j becomes %j', (text, slug) => {
    expect(formLinkId(text)).toBe(slug);
  });

  it('always returns a slug, and leaves a slug unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const slug = formLinkId(text);
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(formLinkId(slug)).toBe(slug);
      }),
    );
  });
});
