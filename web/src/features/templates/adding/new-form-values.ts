import { accountNamed, DEFAULT_ACCOUNT, formLinkId } from '@ledgerline/contract/rules';
import { type ClientNameFields, clientNameFields } from '@ledgerline/contract/submissions/form-names';
import { formLinkIdOfRoute, type WebFormEntry } from '@ledgerline/contract/web-forms/registry';
import type { FormErrors } from '@mantine/form';
import type { FormType } from '../../../domain/forms/form-type.ts';
import type { NewTemplate } from '../api.ts';
import { isWebAddress } from '../editor/template-values.ts';

/** Field values of the dialogs that add a form. */
export interface NewFormValues extends ClientNameFields<string> {
  type: FormType;
  form_name_agent: string;
  form_name_client: string;
  folder_id: number | null;
  square_account: string;
  webForm: WebFormEntry | null;
  external_url: string;
  /** null: derived from the name for agents until typed. */
  form_link_id: string | null;
  file: File | null;
}

export function newFormValues(type: FormType): NewFormValues {
  return {
    type,
    form_name_agent: '',
    form_name_client: '',
    ...clientNameFields(() => ''),
    folder_id: null,
    square_account: DEFAULT_ACCOUNT,
    webForm: null,
    external_url: '',
    form_link_id: null,
    file: null,
  };
}

export function newLinkId({ form_link_id, form_name_agent }: NewFormValues): string {
  return form_link_id ?? formLinkId(form_name_agent);
}

/** Required fields of every type (1§5); files and duplicate link ids are checked by the dialog that has them. */
export function newFormErrors(values: NewFormValues): FormErrors {
  const { type, webForm } = values;
  return {
    ...(values.form_name_agent.trim() === '' ? { form_name_agent: 'Please enter the name for agents' } : {}),
    ...(values.form_name_client.trim() === ''
      ? { form_name_client: 'Please enter the name for clients' }
      : {}),
    ...(type === 'Web Form' && !webForm ? { webForm: 'Please select a form' } : {}),
    ...(type === 'Link' && !isWebAddress(values.external_url)
      ? { external_url: 'Please enter an address that begins with https:// or http://' }
      : {}),
    ...(type === 'Link' && formLinkId(newLinkId(values)) === ''
      ? { form_link_id: 'Please enter a Form Link ID' }
      : {}),
  };
}

/** Empty names of a web form default to its title (1§5). */
export function withTitleAsNames(values: NewFormValues): NewFormValues {
  const title = values.type === 'Web Form' ? (values.webForm?.title ?? '') : '';
  return {
    ...values,
    form_name_agent: values.form_name_agent.trim() || title,
    form_name_client: values.form_name_client.trim() || title,
  };
}

export function newTemplate(values: NewFormValues): NewTemplate {
  const { type, folder_id, webForm } = values;
  const account = accountNamed(values.square_account)?.value;
  return {
    type,
    form_name_agent: values.form_name_agent.trim(),
    form_name_client: values.form_name_client.trim(),
    ...clientNameFields((field) => values[field].trim()),
    folder_id,
    ...(account ? { square_account: account } : {}),
    ...(type === 'Web Form' && webForm ? { form_link_id: formLinkIdOfRoute(webForm.route) } : {}),
    ...(type === 'Link'
      ? { external_url: values.external_url.trim(), form_link_id: formLinkId(newLinkId(values)) }
      : {}),
  };
}
