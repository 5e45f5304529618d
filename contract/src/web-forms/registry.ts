import { formLinkPath } from '../rules.ts';
import type { WebFormDefinition } from './definition.ts';
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

const DEFINITIONS: readonly WebFormDefinition[] = [PERSONAL_INFO];

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

/** Every web form the product has. */
export const WEB_FORMS: readonly WebFormEntry[] = [
  entry(PERSONAL_INFO, {
    description: 'Person, contact, address, beneficiaries, health and bank of a client',
    icon: 'user',
  }),
];

/** A registered web form stores its route without the /forms/ prefix as its form link id (1§2). */
export function formLinkIdOfRoute(route: string): string {
  return route.replace(/^\/forms\//, '');
}

/** The form behind a form link id; undefined for ids that are no web form. */
export function findWebForm(formLinkId: string | null | undefined): WebFormDefinition | undefined {
  return DEFINITIONS.find(({ id }) => id === formLinkId);
}
