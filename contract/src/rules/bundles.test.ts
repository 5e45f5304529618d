import { describe, expect, it } from 'vitest';
import { bundleNameError, templateProblem } from './bundles.ts';

describe('bundleNameError', () => {
  it.each([
    ['', [], 'Please enter a bundle name'],
    ['  ', ['A'], 'Please enter a bundle name'],
    [' new medicare CLIENT ', ['New Medicare client'], 'A bundle with this name already exists'],
    ['New client', ['New Medicare client'], null],
  ])('%j beside %j: %s', (name, others, wrong) => {
    expect(bundleNameError(name, others)).toBe(wrong);
  });
});

describe('templateProblem', () => {
  const template = { type: 'DocuSign', docusign_template_id: 'a', is_missing_at_provider: false };
  it.each([
    ['usable', template, null],
    ['a PDF without a provider', { ...template, type: 'PDF', docusign_template_id: null }, null],
    ['deleted', null, 'the template was deleted'],
    [
      'discontinued',
      { ...template, is_missing_at_provider: true },
      'the e-signature provider no longer has it',
    ],
    ['not ready', { ...template, docusign_template_id: null }, 'it cannot be signed yet'],
  ])('%s', (_, input, problem) => {
    expect(templateProblem(input)).toBe(problem);
  });
});
