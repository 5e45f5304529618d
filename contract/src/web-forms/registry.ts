import { formLinkPath } from '../rules.ts';
import type { WebFormDefinition } from './definition.ts';
import { IUL_APPLICATION } from './iul-application/iul-application.ts';
import { PERSONAL_INFO } from './personal-info/personal-info.ts';

/** One web form as agents choose it from the list (0§3). */
export interface WebFormEntry {
  id: string;
  name: string;
  title: string;
  description: string;
  icon: string;
  route: string;
  totalSteps: number;
}

/** Every web form the product has, as data. */
export const WEB_FORM_DEFINITIONS: readonly WebFormDefinition[] = [PERSONAL_INFO, IUL_APPLICATION];

function entry(definition: WebFormDefinition, words: { description: string; icon: string }): WebFormEntry {
  return {
    id: definition.id,
    name: definition.id,
    title: definition.title.en,
    route: formLinkPath({ type: 'Web Form', form_link_id: definition.id }),
    totalSteps: definition.steps.length,
    ...words,
  };
}

/** The same as agents choose from them. */
export const WEB_FORMS: readonly WebFormEntry[] = [
  entry(PERSONAL_INFO, {
    description: 'Person, contact, address, beneficiaries, health and bank of a client',
    icon: 'user',
  }),
  entry(IUL_APPLICATION, {
    description:
      'Application for an indexed universal life policy: coverage, owner, beneficiaries, health, bank draft',
    icon: 'shield',
  }),
];

/** A registered web form stores its route without the /forms/ prefix as its form link id (1§2). */
export function formLinkIdOfRoute(route: string): string {
  return route.replace(/^\/forms\//, '');
}

/** The form behind a form link id; undefined for ids that are no web form. */
export function findWebForm(formLinkId: string | null | undefined): WebFormDefinition | undefined {
  return WEB_FORM_DEFINITIONS.find(({ id }) => id === formLinkId);
}
