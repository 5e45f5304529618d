import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { FileInput, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconFileTypePdf } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NameFields } from '../editor/name-fields.tsx';
import { isLinkIdTaken } from '../editor/template-values.ts';
import { AccountSelect } from './account-select.tsx';
import { FolderSelect } from './folder-select.tsx';
import { LinkIdInput } from './link-id-input.tsx';
import { type NewFormValues, newLinkId } from './new-form-values.ts';
import { WebFormSelect } from './web-form-select.tsx';

interface AddFormFieldsProps {
  values: NewFormValues;
  errors: FormErrors;
  templates: readonly Template[];
  folders: readonly Folder[];
  /** The form was added; only its file is missing. */
  isCreated: boolean;
  onChange: (changes: Partial<NewFormValues>) => void;
}

/** Fields for a new form of the selected type. */
export function AddFormFields({
  values,
  errors,
  templates,
  folders,
  isCreated,
  onChange,
}: AddFormFieldsProps) {
  return (
    <>
      {values.type === 'Web Form' && (
        <WebFormSelect
          templates={templates}
          value={values.webForm}
          onChange={(webForm) =>
            onChange({
              webForm,
              form_name_agent: webForm?.title ?? '',
              form_name_client: webForm?.title ?? '',
            })
          }
          error={errors.webForm}
        />
      )}
      {values.type === 'PDF' && <PdfInput values={values} errors={errors} onChange={onChange} />}
      {values.type === 'Link' && (
        <ExternalUrlInput
          value={values.external_url}
          onChange={(external_url) => onChange({ external_url })}
          error={errors.external_url}
        />
      )}
      <NameFields names={values} onChange={onChange} errors={errors} disabled={isCreated} />
      {values.type === 'Link' && (
        <LinkIdInput
          type={values.type}
          value={newLinkId(values)}
          onChange={(form_link_id) => onChange({ form_link_id })}
          isTaken={isLinkIdTaken(newLinkId(values), templates)}
          error={errors.form_link_id}
        />
      )}
      {!isCreated && (
        <>
          <FolderSelect
            folders={folders}
            value={values.folder_id}
            onChange={(folder_id) => onChange({ folder_id })}
          />
          <AccountSelect
            value={values.square_account}
            onChange={(square_account) => onChange({ square_account })}
          />
        </>
      )}
    </>
  );
}

function PdfInput({ values, errors, onChange }: Pick<AddFormFieldsProps, 'values' | 'errors' | 'onChange'>) {
  function choose(file: File | null) {
    const name = file?.name.replace(/\.pdf$/i, '') ?? '';
    onChange({
      file,
      form_name_agent: values.form_name_agent || name,
      form_name_client: values.form_name_client || name,
    });
  }
  return (
    <FileInput
      label="PDF file"
      placeholder="Choose a PDF"
      withAsterisk
      accept="application/pdf,.pdf"
      clearable
      clearButtonProps={{ 'aria-label': 'Remove the chosen file' }}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      value={values.file}
      onChange={choose}
      error={errors.file}
      errorProps={{ role: 'alert' }}
    />
  );
}

interface ExternalUrlInputProps {
  value: string;
  onChange: (url: string) => void;
  error?: ReactNode;
}

/** Target of a Link form. */
export function ExternalUrlInput({ value, onChange, error }: ExternalUrlInputProps) {
  return (
    <TextInput
      label="External URL"
      name="external_url"
      type="url"
      placeholder="https://"
      withAsterisk
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      errorProps={{ role: 'alert' }}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
