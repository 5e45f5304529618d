import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Group, Text } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { RichTextInput } from '../../../components/ui/rich-text-input.tsx';
import { dayText } from '../../../domain/days.ts';
import { FormTypeBadge, MissingTemplateBadge } from '../../../domain/forms/form-badges.tsx';
import { formType } from '../../../domain/forms/form-type.ts';
import { ExternalUrlInput } from '../adding/add-form-fields.tsx';
import { FolderSelect } from '../adding/folder-select.tsx';
import { LinkIdInput } from '../adding/link-id-input.tsx';
import { signersText } from '../template-display.ts';
import { EditorSection } from './editor-section.tsx';
import { NameFields } from './name-fields.tsx';
import type { TemplateValues } from './template-values.ts';

interface TemplateDetailFieldsProps {
  template: Template;
  values: TemplateValues;
  errors: FormErrors;
  folders: readonly Folder[];
  isTaken: boolean;
  onChange: (changes: Partial<TemplateValues>) => void;
}

/** Names, folder and link id of the form. */
export function TemplateDetailFields(props: TemplateDetailFieldsProps) {
  const { template, values, errors, folders, isTaken, onChange } = props;
  const type = formType(template.type);
  return (
    <EditorSection title="Details" aside={<About template={template} />}>
      <NameFields names={values} onChange={onChange} errors={errors} hasAutoFocus />
      <FolderSelect
        folders={folders}
        value={values.folder_id}
        onChange={(folder_id) => onChange({ folder_id })}
      />
      <LinkIdInput
        type={template.type}
        value={values.form_link_id}
        onChange={(form_link_id) => onChange({ form_link_id })}
        isTaken={isTaken}
        error={errors.form_link_id}
        isRequired={type !== 'PDF'}
      />
      {type === 'Link' && (
        <ExternalUrlInput
          value={values.external_url}
          onChange={(external_url) => onChange({ external_url })}
          error={errors.external_url}
        />
      )}
      <RichTextInput
        label="Notes"
        value={values.notes}
        onChange={(notes) => onChange({ notes })}
        error={errors.notes}
        minHeight={120}
      />
      {type === 'DocuSign' && (
        <div>
          <Text size="sm" fw={500}>
            Signers
          </Text>
          <Text size="sm" c="dimmed">
            {signersText(template) || 'No one'}. The document determines who signs.
          </Text>
        </div>
      )}
    </EditorSection>
  );
}

function About({ template }: { template: Template }) {
  return (
    <Group gap={8}>
      <FormTypeBadge type={template.type} />
      <MissingTemplateBadge isMissing={template.is_missing_at_provider} />
      <Text size="xs" c="dimmed">
        Added {dayText(template.created_at)}
      </Text>
    </Group>
  );
}
