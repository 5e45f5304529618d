import { describe, expect, it } from 'vitest';
import { aForm, CATALOG, namedTemplate, ONBOARDING, REVIEW } from '../testing/sessions.ts';
import { leftOutOf, sameForms, withBundle } from './bundle-choices.ts';
import { groupsShown, NEW_CUSTOM_FORM, NO_CHOICES, suggestedName, toggled } from './form-choices.ts';

const both = [REVIEW, ONBOARDING];

describe('withBundle', () => {
  it('selects usable templates, once each', () => {
    const chosen = withBundle({ ...NO_CHOICES, templateIds: [2, 3] }, ONBOARDING, both);
    expect(chosen).toMatchObject({ bundleIds: [1], templateIds: [2, 3, 1] });
  });

  it('deselects a bundle, but nothing that another bundle contains', () => {
    const chosen = withBundle(withBundle(NO_CHOICES, ONBOARDING, both), REVIEW, both);
    expect(chosen.templateIds).toEqual([1, 2, 3]);
    expect(withBundle(chosen, ONBOARDING, both)).toMatchObject({ bundleIds: [2], templateIds: [1, 3] });
    const none = withBundle(withBundle(chosen, ONBOARDING, both), REVIEW, both);
    expect(none).toEqual(NO_CHOICES);
  });

  it('keeps manual selections made before or after the bundle', () => {
    const before = withBundle(toggled(NO_CHOICES, 1), ONBOARDING, both);
    expect(before.templateIds).toEqual([1, 2]);
    expect(withBundle(before, ONBOARDING, both).templateIds).toEqual([1]);
    const after = toggled(toggled(withBundle(NO_CHOICES, ONBOARDING, both), 2), 2);
    expect(withBundle(after, ONBOARDING, both).templateIds).toEqual([2]);
  });
});

describe('the suggested name', () => {
  const groups = CATALOG.data ?? [];
  const one = toggled(NO_CHOICES, 1);
  const bundle = withBundle(NO_CHOICES, ONBOARDING, both);
  it.each([
    ['nothing', NO_CHOICES, null],
    ['one form', one, 'Advisory Agreement'],
    ['two forms', toggled(one, 2), null],
    ['a template that is not in the list anymore', toggled(NO_CHOICES, 99), null],
    ['one custom form', { ...NO_CHOICES, customForms: [{ ...NEW_CUSTOM_FORM, title: ' W-9 ' }] }, 'W-9'],
    ['a custom form being typed', { ...NO_CHOICES, draft: { ...NEW_CUSTOM_FORM, title: 'W-9' } }, 'W-9'],
    ['an invalid custom form', { ...one, draft: { ...NEW_CUSTOM_FORM, title: ' ' } }, null],
    ['one bundle', bundle, 'Onboarding'],
    ['one bundle and another form', toggled(bundle, 3), 'Onboarding'],
    ['one bundle with one remaining form', toggled(bundle, 2), 'Onboarding'],
    ['one bundle without its forms', toggled(toggled(bundle, 1), 2), null],
    ['two bundles', withBundle(bundle, REVIEW, both), null],
    ['a deleted bundle and one form', { ...one, bundleIds: [77] }, 'Advisory Agreement'],
  ])('for %s', (_, choices, name) => {
    expect(suggestedName(choices, groups, both)).toBe(name);
  });
});

describe('leftOutOf', () => {
  const problem = 'it cannot be signed yet';
  const of = (id: number, form_id: number | null, name: string) => ({
    ...REVIEW,
    id,
    templates: [{ form_id, name, problem, is_archived: false }],
  });
  it('lists each template once by id, and two with the same name both', () => {
    expect(leftOutOf([of(1, 5, 'Plan'), of(2, 6, 'Plan'), of(3, 5, 'Plan')])).toEqual([
      { key: '5', name: 'Plan', problem },
      { key: '6', name: 'Plan', problem },
    ]);
  });

  it('lists a deleted template once, by its remaining name', () => {
    expect(leftOutOf([ONBOARDING, { ...ONBOARDING, id: 3 }, REVIEW])).toEqual([
      { key: 'deleted Old Notice', name: 'Old Notice', problem: 'the template was deleted' },
    ]);
  });
});

describe('sameForms', () => {
  const missing = { ...namedTemplate(2, 'Gone'), is_missing_at_provider: true };
  const groups = [{ label: 'A', templates: [namedTemplate(1, 'Plan', 'PDF'), missing] }];
  it('selects usable templates, lists the others, and omits voided forms', () => {
    const forms = [
      aForm({ form_id: 1, title: 'Plan' }),
      aForm({ form_id: 2, title: 'Gone' }),
      aForm({ form_id: 9, title: 'Deleted' }),
      aForm({ id: 11, form_id: null, title: 'Own' }),
      aForm({ id: 12, form_id: null, title: 'Own' }),
      aForm({ form_id: 1, title: 'Plan' }),
      aForm({ form_id: 9, title: 'Deleted' }),
      aForm({ form_id: 1, title: 'Voided', is_voided: true }),
    ];
    expect(sameForms(forms, groups)).toEqual({
      templateIds: [1],
      leftOut: [
        { key: '2', name: 'Gone', problem: 'the e-signature provider no longer has it' },
        { key: '9', name: 'Deleted', problem: 'the template was deleted' },
        { key: 'custom 11', name: 'Own', problem: 'it was created for that session only' },
        { key: 'custom 12', name: 'Own', problem: 'it was created for that session only' },
      ],
      changed: [],
    });
  });

  it('selects archived templates, which the choice shows only while they are selected', () => {
    const archived = { ...namedTemplate(1, 'Plan', 'PDF'), archived_at: '2026-11-21T15:00:00.000Z' };
    const all = [{ label: 'A', templates: [archived, namedTemplate(3, 'Other', 'PDF')] }];
    expect(sameForms([aForm({ form_id: 1, title: 'Plan' })], all)).toMatchObject({
      templateIds: [1],
      leftOut: [],
    });
    const shown = (chosenIds: number[]) =>
      groupsShown(all, { search: '', usedIds: new Set(), chosenIds }).flatMap(({ templates }) =>
        templates.map(({ id }) => id),
      );
    expect([shown([]), shown([1])]).toEqual([[3], [1, 3]]);
  });

  it('lists templates that have changed since the earlier session', () => {
    const template = { ...namedTemplate(1, 'Plan', 'PDF'), updated_at: '2026-11-21T15:00:00.000Z' };
    const reusedForms = (created_at: string) =>
      sameForms([aForm({ form_id: 1, title: 'Plan', created_at })], [{ label: 'A', templates: [template] }]);
    expect(reusedForms('2026-11-20T15:00:00.000Z')).toEqual({
      templateIds: [1],
      leftOut: [],
      changed: [{ key: '1', name: 'Plan' }],
    });
    expect(reusedForms('2026-11-22T15:00:00.000Z').changed).toEqual([]);
  });
});
