import type { Bundle } from '@ledgerline/contract/bundles/endpoints';
import { isVoided, templateProblem } from '@ledgerline/contract/rules';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import type { FormChoices, FormGroup } from './form-choices.ts';

/** A form that cannot be added, and why, as the end of a sentence. */
export interface LeftOutForm {
  /** Identifies the template, because names may repeat. */
  key: string;
  name: string;
  problem: string;
}

/**
 * Selects the usable templates of a bundle, or deselects them, except those in another selected bundle and those that
 * the agent selected.
 */
export function withBundle(choices: FormChoices, bundle: Bundle, bundles: readonly Bundle[]): FormChoices {
  const own = usableIds(bundle);
  if (!choices.bundleIds.includes(bundle.id)) {
    const added = own.filter((id) => !choices.templateIds.includes(id));
    return {
      ...choices,
      bundleIds: [...choices.bundleIds, bundle.id],
      templateIds: [...choices.templateIds, ...added],
      bundledIds: [...choices.bundledIds, ...added],
    };
  }
  const bundleIds = choices.bundleIds.filter((id) => id !== bundle.id);
  const remaining = new Set(bundles.filter(({ id }) => bundleIds.includes(id)).flatMap(usableIds));
  const released = new Set(choices.bundledIds.filter((id) => own.includes(id) && !remaining.has(id)));
  const stays = (id: number) => !released.has(id);
  return {
    ...choices,
    bundleIds,
    templateIds: choices.templateIds.filter(stays),
    bundledIds: choices.bundledIds.filter(stays),
  };
}

function usableIds({ templates }: Bundle): number[] {
  return templates.flatMap(({ form_id, problem }) => (form_id === null || problem !== null ? [] : [form_id]));
}

/** Unusable contents of selected bundles, each template once; of a deleted one only the name is known. */
export function leftOutOf(bundles: readonly Bundle[]): LeftOutForm[] {
  const left = bundles
    .flatMap(({ templates }) => templates)
    .flatMap(({ form_id, name, problem }) =>
      problem === null
        ? []
        : [{ key: form_id === null ? `deleted ${name}` : String(form_id), name, problem }],
    );
  return eachOnce(left);
}

function eachOnce<T extends { key: string }>(forms: readonly T[]): T[] {
  return forms.filter(({ key }, at) => forms.findIndex((other) => other.key === key) === at);
}

type SessionFormRow = Pick<
  SubmissionRow,
  'id' | 'form_id' | 'title' | 'is_voided' | 'voided_at' | 'status' | 'created_at'
> &
  Parameters<typeof formNameText>[0];

/** Initial selection of a duplicated session. */
export interface SameForms {
  templateIds: number[];
  leftOut: LeftOutForm[];
  /** Added, but changed: their templates have a newer version. */
  changed: Omit<LeftOutForm, 'problem'>[];
}

/** Reusable templates of a session's forms, each once, and the forms left out. Voided forms are ignored. */
export function sameForms(forms: readonly SessionFormRow[], groups: readonly FormGroup[]): SameForms {
  const templates = new Map(groups.flatMap((group) => group.templates).map((one) => [one.id, one]));
  const checked = eachOnce(
    forms
      .filter((form) => !isVoided(form))
      .map((form) => {
        const template = form.form_id === null ? null : (templates.get(form.form_id) ?? null);
        return {
          key: form.form_id === null ? `custom ${form.id}` : String(form.form_id),
          name: formNameText(form),
          id: form.form_id,
          problem: form.form_id === null ? 'it was created for that session only' : templateProblem(template),
          isChanged: template !== null && Date.parse(template.updated_at) > Date.parse(form.created_at),
        };
      }),
  );
  const usable = checked.filter(({ problem }) => problem === null);
  return {
    templateIds: usable.flatMap(({ id }) => (id === null ? [] : [id])),
    leftOut: checked.flatMap(({ key, name, problem }) => (problem === null ? [] : [{ key, name, problem }])),
    changed: usable.filter(({ isChanged }) => isChanged).map(({ key, name }) => ({ key, name })),
  };
}
