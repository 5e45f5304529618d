import { expect, it } from 'vitest';
import { typeText } from './form-type.ts';

it('treats WebForm as Web Form', () => {
  expect(typeText('WebForm')).toBe('Web Form');
  expect(typeText('docusign')).toBe('DocuSign');
  expect(typeText('Other')).toBe('Other');
});
