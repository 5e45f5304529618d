import type { Bundle } from '@ledgerline/contract/bundles/endpoints';
import { isVoided, templateProblem } from '@ledgerline/contract/rules';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import type { FormChoices, FormGroup } from './form-choices.ts';

/** A form that does not go into the new session, and why, as the end of a sentence. */
export interface LeftOutForm {
  name: string;
  problem: string;
}

/** Chooses what a bundle holds and can be used; or lets go of it, but for what another chosen bundle holds too. */
export function withBundle(choices: FormChoices, bundle: Bundle, bundles: readonly Bundle[]): FormChoices {
  const isOn = choices.bundleIds.includes(bundle.id);
  const own = usableIds(bundle);
  if (!isOn) {
    const added = own.filter((id) => !choices.templateIds.includes(id));
    return {
      ...choices,
      bundleIds: [...choices.bundleIds, bundle.id],
      templateIds: [...choices.templateIds, ...added],
    };
  }
  const bundleIds = choices.bundleIds.filter((id) => id !== bundle.id);
  const kept = new Set(bundles.filter(({ id }) => bundleIds.includes(id)).flatMap(usableIds));
  return {
    ...choices,
    bundleIds,
    templateIds: choices.templateIds.filter((id) => !own.includes(id) || kept.has(id)),
  };
}

function usableIds({ templates }: Bundle): number[] {
  return templates.flatMap(({ form_id, problem }) => (form_id === null || problem !== null ? [] : [form_id]));
}

export function leftOutOf(bundles: readonly Bundle[]): LeftOutForm[] {
  const forms = bundles.flatMap(({ templates }) => templates);
  const left = forms.flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }]));
  return left.filter((form, at) => left.findIndex(({ name }) => name === form.name) === at);
}

type PlacedForm = Pick<SubmissionRow, 'form_id' | 'title' | 'is_voided' | 'voided_at' | 'status'> &
  Parameters<typeof formNameText>[0];

/** The templates of a session's forms that can be used again; the others are named. Voided forms were taken back. */
export function sameForms(forms: readonly PlacedForm[], groups: readonly FormGroup[]) {
  const templates = new Map(groups.flatMap((group) => group.templates).map((one) => [one.id, one]));
  const judged = forms
    .filter((form) => !isVoided(form))
    .map((form) => ({
      id: form.form_id,
      name: formNameText(form),
      problem:
        form.form_id === null
          ? 'it was made for that session only'
          : templateProblem(templates.get(form.form_id) ?? null),
    }));
  return {
    templateIds: judged.flatMap(({ id, problem }) => (id === null || problem !== null ? [] : [id])),
    leftOut: judged.flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }])),
  };
}
