import { describe, expect, it } from 'vitest';
import { aForm, aTemplate, ONBOARDING, REVIEW } from '../testing/sessions.ts';
import { leftOutOf, sameForms, withBundle } from './bundle-choices.ts';
import { NO_CHOICES } from './form-choices.ts';

const both = [REVIEW, ONBOARDING];

describe('withBundle', () => {
  it('chooses what can be used, once', () => {
    const chosen = withBundle({ ...NO_CHOICES, templateIds: [2, 3] }, ONBOARDING, both);
    expect(chosen).toMatchObject({ bundleIds: [1], templateIds: [2, 3, 1] });
  });

  it('lets go of a bundle, but not of what another one holds', () => {
    const chosen = withBundle(withBundle(NO_CHOICES, ONBOARDING, both), REVIEW, both);
    expect(chosen.templateIds).toEqual([1, 2, 3]);
    expect(withBundle(chosen, ONBOARDING, both)).toMatchObject({ bundleIds: [2], templateIds: [1, 3] });
  });
});

describe('leftOutOf', () => {
  it('names each form once', () => {
    expect(leftOutOf([ONBOARDING, { ...ONBOARDING, id: 3 }, REVIEW])).toEqual([
      { name: 'Old Notice', problem: 'the template was deleted' },
    ]);
  });
});

describe('sameForms', () => {
  const missing = { ...aTemplate(2, 'Gone'), is_missing_at_provider: true };
  const groups = [{ label: 'A', templates: [aTemplate(1, 'Plan', 'PDF'), missing] }];
  it('takes templates that can be used, names the others, and leaves out voided forms', () => {
    const forms = [
      aForm({ form_id: 1, title: 'Plan' }),
      aForm({ form_id: 2, title: 'Gone' }),
      aForm({ form_id: 9, title: 'Deleted' }),
      aForm({ form_id: null, title: 'Own' }),
      aForm({ form_id: 1, title: 'Voided', is_voided: true }),
    ];
    expect(sameForms(forms, groups)).toEqual({
      templateIds: [1],
      leftOut: [
        { name: 'Gone', problem: 'the e-signature provider no longer has it' },
        { name: 'Deleted', problem: 'the template was deleted' },
        { name: 'Own', problem: 'it was made for that session only' },
      ],
    });
  });
});
