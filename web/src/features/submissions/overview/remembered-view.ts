import { signedInAgent } from '../../../lib/sign-in.ts';
import { type AllFormsSearch, LAYOUTS, VIEWS } from './forms-overview.ts';

/** Local storage key per signed-in agent. */
const keyOf = (what: 'view' | 'layout') => `forms.${what}.${signedInAgent()?.id ?? 0}`;

function remembered<V extends string>(
  what: 'view' | 'layout',
  choices: readonly { value: V }[],
): V | undefined {
  const stored = localStorage.getItem(keyOf(what));
  return choices.find(({ value }) => value === stored)?.value;
}

/** The view of the URL, else the one the agent chose last, else the table of submissions. */
export function viewOf({ view, layout }: AllFormsSearch) {
  return {
    view: view ?? remembered('view', VIEWS) ?? VIEWS[0].value,
    layout: layout ?? remembered('layout', LAYOUTS) ?? LAYOUTS[0].value,
  };
}

export function rememberView({ view, layout }: Pick<AllFormsSearch, 'view' | 'layout'>): void {
  if (view) localStorage.setItem(keyOf('view'), view);
  if (layout) localStorage.setItem(keyOf('layout'), layout);
}
