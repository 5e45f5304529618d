import { Button, FileInput, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { type CustomForm, type CustomFormType, customFormErrors } from './form-choices.ts';
import styles from './form-chooser.module.css';

interface CustomFormFieldsProps {
  form: CustomForm;
  /** Show validation errors. */
  isChecked: boolean;
  onChange: (form: CustomForm) => void;
  onAdd: () => void;
  onCancel: () => void;
}

const TYPES: { value: CustomFormType; label: string }[] = [
  { value: 'PDF', label: 'PDF' },
  { value: 'Link', label: 'Link' },
];

const NAME = 'Custom Form';

/** Focuses the first error. */
export function focusInvalidField(): void {
  document.querySelector<HTMLElement>(`[aria-label="${NAME}"] [aria-invalid="true"]`)?.focus();
}

/** A PDF or link with its own title. Nested in a larger form: Enter adds only this one. */
export function CustomFormFields({ form, isChecked, onChange, onAdd, onCancel }: CustomFormFieldsProps) {
  const shown = isChecked ? customFormErrors(form) : {};

  function addOnEnter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onAdd();
  }
  return (
    <Stack gap="xs" className={styles.customFields} role="group" aria-label={NAME}>
      <SegmentedControl
        size="xs"
        data={TYPES}
        value={form.type}
        onChange={(type) => onChange({ ...form, type, file: null })}
        aria-label="Type of the custom form"
      />
      <TextInput
        label="Title"
        value={form.title}
        onChange={(event) => onChange({ ...form, title: event.currentTarget.value })}
        onKeyDown={addOnEnter}
        error={shown.title}
        maxLength={300}
        data-autofocus
        autoFocus
      />
      {form.type === 'Link' ? (
        <TextInput
          label="Web address"
          type="url"
          placeholder="https://example.com"
          value={form.url}
          onChange={(event) => onChange({ ...form, url: event.currentTarget.value })}
          onKeyDown={addOnEnter}
          error={shown.url}
        />
      ) : (
        <FileInput
          label="PDF file"
          description="May be added later"
          accept="application/pdf"
          placeholder="Choose a File"
          value={form.file}
          onChange={(file) => onChange({ ...form, file })}
          error={shown.file}
          clearable
        />
      )}
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="xs" onClick={onAdd}>
          Add Custom Form
        </Button>
      </Group>
    </Stack>
  );
}
