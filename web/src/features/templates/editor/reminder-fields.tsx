import type { ReminderMode } from '@ledgerline/contract/rules';
import { NativeSelect } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { ReminderNumberFields } from '../../../domain/reminders/reminder-number-fields.tsx';
import { EditorSection } from './editor-section.tsx';
import type { TemplateValues } from './template-values.ts';

interface ReminderFieldsProps {
  values: TemplateValues;
  errors: FormErrors;
  onChange: (changes: Partial<TemplateValues>) => void;
}

const MODES: Record<ReminderMode, string> = {
  default: 'Default',
  off: 'Off',
  own: 'Custom',
};

/** Whether and how often clients are reminded of this form. */
export function ReminderFields({ values, errors, onChange }: ReminderFieldsProps) {
  return (
    <EditorSection title="Reminders to clients">
      <NativeSelect
        label="Reminders"
        name="reminders_mode"
        description="Sent after this form’s link is emailed, until the client has finished."
        data={Object.entries(MODES).map(([value, label]) => ({ value, label }))}
        value={values.reminders_mode}
        onChange={(event) => onChange({ reminders_mode: event.currentTarget.value })}
      />
      {values.reminders_mode === 'own' && (
        <ReminderNumberFields values={values} errors={errors} onChange={onChange} placeholder="Default" />
      )}
    </EditorSection>
  );
}
