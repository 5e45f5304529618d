import { describe, expect, it } from 'vitest';
import { aCountedTemplate } from '../testing/templates.ts';
import { folderGroups, isModifiedWithin, templatesFound } from './forms-overview.ts';

const FOLDERS = [
  { id: 5, label: 'Later', priority: 2, forms_count: 1 },
  { id: 6, label: 'First', priority: 1, forms_count: 1 },
  { id: 7, label: 'Empty', priority: 3, forms_count: 0 },
];

describe('forms grouped by folder', () => {
  it('are ordered by priority, submissions without a folder last', () => {
    const templates = [
      aCountedTemplate({ id: 1 }),
      aCountedTemplate({ id: 2, folder_id: 5 }),
      aCountedTemplate({ id: 3, folder_id: 6, display_order: 2 }),
      aCountedTemplate({ id: 4, folder_id: 6, display_order: 1 }),
      aCountedTemplate({ id: 5, folder_id: 99 }),
    ];
    const groups = folderGroups(templates, FOLDERS).map(({ label, templates: forms }) => [
      label,
      forms.map(({ id }) => id),
    ]);
    expect(groups).toEqual([
      ['First', [4, 3]],
      ['Later', [2]],
      ['Ungrouped', [1, 5]],
    ]);
  });
});

describe('the Modified filter', () => {
  const timeZone = 'America/New_York';
  const now = new Date('2026-11-20T15:00:00Z');
  const isIn = (updated_at: string, filter: 'today' | '7' | '30' | undefined) =>
    isModifiedWithin({ updated_at, filter, now, timeZone });

  it.each([
    ['2026-11-20T05:30:00Z', 'today', true],
    ['2026-11-20T04:30:00Z', 'today', false],
    ['2026-11-13T15:00:00Z', '7', true],
    ['2026-11-13T14:59:00Z', '7', false],
    ['2026-10-21T15:00:00Z', '30', true],
    ['2026-10-21T14:00:00Z', '30', false],
    ['2020-01-01T00:00:00Z', undefined, true],
  ] as const)('maps %s to %s: %s', (updated_at, filter, expected) => {
    expect(isIn(updated_at, filter)).toBe(expected);
  });
});

describe('searching forms', () => {
  it('matches every word in both names and the link id', () => {
    const found = (q: string) => templatesFound([aCountedTemplate()], q).length;
    expect(found('')).toBe(1);
    expect(found('PERSONAL inf')).toBe(1);
    expect(found('personal-info')).toBe(1);
    expect(found('personal loan')).toBe(0);
  });
});
