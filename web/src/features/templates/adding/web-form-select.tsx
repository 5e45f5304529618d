import type { Template } from '@ledgerline/contract/templates/endpoints';
import { formLinkIdOfRoute, WEB_FORMS, type WebFormEntry } from '@ledgerline/contract/web-forms/registry';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { isLinkIdTaken } from '../editor/template-values.ts';

/** Web forms without a template (decisions F23). */
export function unregisteredWebForms(templates: readonly Template[]): WebFormEntry[] {
  return WEB_FORMS.filter(({ route }) => !isLinkIdTaken(formLinkIdOfRoute(route), templates));
}

interface WebFormSelectProps {
  templates: readonly Template[];
  value: WebFormEntry | null;
  onChange: (webForm: WebFormEntry | null) => void;
  error?: ReactNode;
}

/** One of the built-in web forms; registered ones are omitted. */
export function WebFormSelect({ templates, value, onChange, error }: WebFormSelectProps) {
  const free = unregisteredWebForms(templates);
  return (
    <NativeSelect
      label="Web form"
      name="web_form"
      withAsterisk
      description={
        free.length === 0 ? 'All web forms are already registered.' : (value?.description ?? undefined)
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        { value: '', label: 'Choose a web form', disabled: true },
        ...free.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      value={value?.id ?? ''}
      onChange={({ currentTarget }) => onChange(free.find(({ id }) => id === currentTarget.value) ?? null)}
      error={error}
      errorProps={{ role: 'alert' }}
      disabled={free.length === 0}
    />
  );
}
