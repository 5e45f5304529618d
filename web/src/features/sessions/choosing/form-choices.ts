import type { Template } from '@ledgerline/contract/templates/endpoints';
import { isArchived } from '../../../domain/forms/use-templates.ts';
import type { NewForm } from '../api.ts';

/** Templates of one folder, as passed by the page. */
export interface FormGroup {
  label: string;
  templates: Template[];
}

export type CustomFormType = 'PDF' | 'Link';

/** A form of one session only, without a template. */
export interface CustomForm {
  type: CustomFormType;
  title: string;
  url: string;
  file: File | null;
}

/** The selection for a session: templates by id, and custom forms. */
export interface FormChoices {
  templateIds: number[];
  customForms: CustomForm[];
  /** Bundles that templates were selected by. */
  bundleIds: number[];
  /** Templates selected only by a bundle: they are deselected with it. */
  bundledIds: number[];
  /** The custom form being typed. */
  draft: CustomForm | null;
  /** Whether its errors are shown. */
  isDraftChecked: boolean;
}

export const NO_CHOICES: FormChoices = {
  templateIds: [],
  customForms: [],
  bundleIds: [],
  bundledIds: [],
  draft: null,
  isDraftChecked: false,
};
export const NEW_CUSTOM_FORM: CustomForm = { type: 'PDF', title: '', url: '', file: null };

/** The default name of a session: its only bundle, else its only form, else the next number; decision 116. */
export function suggestedName(
  choices: FormChoices,
  groups: readonly FormGroup[],
  bundles: readonly { id: number; name: string }[],
): string | null {
  const complete = choicesWithDraft(choices);
  const forms = complete ? chosenForms(complete, groups) : [];
  const [bundle, ...others] = bundles.filter(({ id }) => choices.bundleIds.includes(id));
  if (bundle && others.length === 0 && forms.length > 0) return bundle.name.slice(0, MAX_NAME);
  const [form] = forms;
  return form && forms.length === 1 ? form.title.trim().slice(0, MAX_NAME) : null;
}

const MAX_NAME = 200;

export function choiceCount({ templateIds, customForms, draft }: FormChoices): number {
  return templateIds.length + customForms.length + (isStarted(draft) ? 1 : 0);
}

/** Toggles the manual selection of a template. */
export function toggled(choices: FormChoices, id: number): FormChoices {
  const { templateIds } = choices;
  const others = templateIds.filter((chosen) => chosen !== id);
  return {
    ...choices,
    templateIds: others.length < templateIds.length ? others : [...templateIds, id],
    bundledIds: choices.bundledIds.filter((bundled) => bundled !== id),
  };
}

/** The selection including the custom form being typed; null while that is invalid. An untouched custom form is ignored. */
export function choicesWithDraft(choices: FormChoices): FormChoices | null {
  const { draft, customForms } = choices;
  const settled = { ...choices, draft: null, isDraftChecked: false };
  if (draft === null || !isStarted(draft)) return settled;
  if (Object.keys(customFormErrors(draft)).length > 0) return null;
  return { ...settled, customForms: [...customForms, draft] };
}

function isStarted(draft: CustomForm | null): boolean {
  return draft !== null && (draft.title !== '' || draft.url !== '' || draft.file !== null);
}

/** A form to add, with its name for messages. */
export interface NamedForm extends NewForm {
  title: string;
}

/** The selected forms in list order, custom ones last. */
export function chosenForms(choices: FormChoices, groups: readonly FormGroup[]): NamedForm[] {
  const templates = groups
    .flatMap((group) => group.templates)
    .filter(({ id }) => choices.templateIds.includes(id))
    .map((template) => ({
      title: template.form_name_agent,
      body: { form_id: template.id },
      file: null,
    }));
  return [...templates, ...choices.customForms.map(customForm)];
}

function customForm({ type, title, url, file }: CustomForm): NamedForm {
  const address = type === 'Link' ? { external_url: url.trim() } : {};
  return { title, body: { title: title.trim(), type, ...address }, file };
}

/** What determines which templates are listed. */
interface ShownChoice {
  search: string;
  usedIds: ReadonlySet<number>;
  /** The selected templates. An archived one is listed only while it is selected, by a bundle or an earlier session. */
  chosenIds: readonly number[];
}

/** The groups, leaving out templates that are in the session already, archived and not selected, or do not match the search. */
export function groupsShown(
  groups: readonly FormGroup[],
  { search, usedIds, chosenIds }: ShownChoice,
): FormGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (template: Template) => {
    const text = `${template.form_name_agent} ${template.form_name_client} ${template.type}`.toLowerCase();
    const isOffered = !isArchived(template) || chosenIds.includes(template.id);
    return isOffered && !usedIds.has(template.id) && words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, templates: group.templates.filter(fits) }))
    .filter(({ templates }) => templates.length > 0);
}

const WEB_ADDRESS = /^https?:\/\/[^\s/.]+\.[^\s]+$/i;

/** Errors of a custom form; empty when it can be added. */
export function customFormErrors({ type, title, url, file }: CustomForm): {
  title?: string;
  url?: string;
  file?: string;
} {
  const isBlank = title.trim() === '';
  const isBadUrl = type === 'Link' && !WEB_ADDRESS.test(url.trim());
  const isBadFile = file !== null && file.type !== 'application/pdf';
  return {
    ...(isBlank ? { title: 'Please enter a title' } : {}),
    ...(isBadUrl ? { url: 'Please enter a web address such as https://example.com' } : {}),
    ...(isBadFile ? { file: 'Please choose a PDF file' } : {}),
  };
}
