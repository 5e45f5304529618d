import { nameError } from './names.ts';

export const MAX_BUNDLE_NAME = 100;

/** Validation error for the name of a bundle; names are compared trimmed and without case. */
export function bundleNameError(name: string, otherNames: readonly string[]): string | null {
  const taken = 'A bundle with this name already exists';
  return nameError(name, otherNames, { empty: 'Please enter a bundle name', taken });
}

/** What decides whether a template can be used in a new session. */
export interface UsableTemplate {
  type: string;
  docusign_template_id: string | null;
  is_missing_at_provider: boolean;
}

/** Why a template is left out of a new session, as the end of a sentence; null when it can be used. A template that is null was deleted. */
export function templateProblem(template: UsableTemplate | null): string | null {
  if (!template) return 'the template was deleted';
  if (template.is_missing_at_provider) return 'the e-signature provider no longer has it';
  if (template.type === 'DocuSign' && !template.docusign_template_id) return 'it cannot be signed yet';
  return null;
}
