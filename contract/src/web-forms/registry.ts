import { formLinkPath, type WEB_FORM_MARKERS } from '../rules.ts';
import type { WebFormDefinition } from './definition.ts';
import { IUL_APPLICATION } from './iul-application/iul-application.ts';
import { PERSONAL_INFO } from './personal-info/personal-info.ts';

/** One web form in the list that agents select from (0§3). */
export interface WebFormEntry {
  id: string;
  name: string;
  title: string;
  description: string;
  icon: string;
  route: string;
  totalSteps: number;
}

/** All web forms as data. An id without a definition does not compile. */
const DEFINITIONS: Readonly<Record<(typeof WEB_FORM_MARKERS)[number], WebFormDefinition>> = {
  'personal-info': PERSONAL_INFO,
  'iul-application': IUL_APPLICATION,
};
export const WEB_FORM_DEFINITIONS: readonly WebFormDefinition[] = Object.values(DEFINITIONS);

/** The same forms as agents select them. */
export const WEB_FORMS: readonly WebFormEntry[] = WEB_FORM_DEFINITIONS.map(
  ({ id, title, description, icon, steps }) => ({
    id,
    name: id,
    title: title.en,
    description,
    icon,
    route: formLinkPath({ type: 'Web Form', form_link_id: id }),
    totalSteps: steps.length,
  }),
);

/** A registered web form stores its route without the /forms/ prefix as its form link id (1§2). */
export function formLinkIdOfRoute(route: string): string {
  return route.replace(/^\/forms\//, '');
}

/** The form of a form link id; undefined if the id is not a web form. */
export function findWebForm(formLinkId: string | null | undefined): WebFormDefinition | undefined {
  return WEB_FORM_DEFINITIONS.find(({ id }) => id === formLinkId);
}
