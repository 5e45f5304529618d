import { Button, FileInput, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { type CustomForm, type CustomFormType, customFormErrors } from '../form-choices.ts';
import styles from './form-chooser.module.css';

interface CustomFormFieldsProps {
  onAdd: (form: CustomForm) => void;
  onCancel: () => void;
}

const TYPES: { value: CustomFormType; label: string }[] = [
  { value: 'PDF', label: 'PDF' },
  { value: 'Link', label: 'Link' },
];

/** A PDF or a link under a title of its own. Part of a larger form: Enter adds this one only. */
export function CustomFormFields({ onAdd, onCancel }: CustomFormFieldsProps) {
  const [form, setForm] = useState<CustomForm>({ type: 'PDF', title: '', url: '', file: null });
  const [isChecked, setChecked] = useState(false);
  const errors = customFormErrors(form);
  const shown = isChecked ? errors : {};

  function add() {
    setChecked(true);
    if (Object.keys(errors).length === 0) onAdd(form);
  }
  function addOnEnter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }
  return (
    <Stack gap="xs" className={styles.customFields} role="group" aria-label="Custom form">
      <SegmentedControl
        size="xs"
        data={TYPES}
        value={form.type}
        onChange={(type) => setForm({ ...form, type, file: null })}
        aria-label="Type of the custom form"
      />
      <TextInput
        label="Title"
        value={form.title}
        onChange={(event) => setForm({ ...form, title: event.currentTarget.value })}
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
          onChange={(event) => setForm({ ...form, url: event.currentTarget.value })}
          onKeyDown={addOnEnter}
          error={shown.url}
        />
      ) : (
        <FileInput
          label="PDF file"
          description="May be added later"
          accept="application/pdf"
          placeholder="Choose a file"
          value={form.file}
          onChange={(file) => setForm({ ...form, file })}
          error={shown.file}
          clearable
        />
      )}
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="xs" onClick={add}>
          Add custom form
        </Button>
      </Group>
    </Stack>
  );
}
