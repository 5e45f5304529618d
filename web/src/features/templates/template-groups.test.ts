import { describe, expect, it } from 'vitest';
import { templateGroups, templatesByDate, templatesMatching } from './template-groups.ts';
import { aFolder, aSigningTemplate } from './testing/templates.ts';

const folders = [
  aFolder({ id: 1, label: 'Life', priority: 2 }),
  aFolder({ id: 2, label: 'Health', priority: 1 }),
];

describe('templates by folder', () => {
  it('are ordered by folder priority, those without a folder last as Ungrouped', () => {
    const templates = [
      aSigningTemplate({ id: 1, folder_id: null }),
      aSigningTemplate({ id: 2, folder_id: 1 }),
      aSigningTemplate({ id: 3, folder_id: 99 }),
    ];
    const groups = templateGroups(templates, folders);
    expect(groups.map(({ label, templates: { length } }) => [label, length])).toEqual([
      ['Health', 0],
      ['Life', 1],
      ['Ungrouped', 2],
    ]);
  });

  it('are ordered inside a folder by display_order, then by the name for agents', () => {
    const templates = [
      aSigningTemplate({ id: 1, folder_id: 1, display_order: 2, form_name_agent: 'A' }),
      aSigningTemplate({ id: 2, folder_id: 1, display_order: 1, form_name_agent: 'C' }),
      aSigningTemplate({ id: 3, folder_id: 1, display_order: 1, form_name_agent: 'B' }),
    ];
    const life = templateGroups(templates, folders)[1];
    expect(life?.templates.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it('has no Ungrouped when every form is in a folder', () => {
    expect(templateGroups([aSigningTemplate({ folder_id: 1 })], folders).map(({ id }) => id)).toEqual([2, 1]);
  });
});

describe('templates by date and by search', () => {
  const templates = [
    aSigningTemplate({ id: 1, created_at: '2026-01-01T00:00:00Z' }),
    aSigningTemplate({ id: 2, created_at: '2026-03-01T00:00:00Z', type: 'PDF', form_link_id: '' }),
    aSigningTemplate({ id: 3, created_at: '2026-02-01T00:00:00Z', form_name_client: 'Privacy notice' }),
  ];

  it('are ordered newest first', () => {
    expect(templatesByDate(templates).map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  it.each([
    ['privacy', [3]],
    ['PDF advisory', [2]],
    ['  ', [1, 2, 3]],
    ['nothing', []],
  ])('%j finds %j', (search, ids) => {
    expect(templatesMatching(templates, search).map(({ id }) => id)).toEqual(ids);
  });
});
