import { Box, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Loaded, LoadingRows, type QueryState } from '../../../components/ui/loaded.tsx';
import { isArchived } from '../../../domain/forms/use-templates.ts';
import { CustomFormFields, focusInvalidField } from './custom-form-fields.tsx';
import {
  choicesWithDraft,
  type FormChoices,
  type FormGroup,
  groupsShown,
  NEW_CUSTOM_FORM,
  toggled,
} from './form-choices.ts';
import styles from './form-chooser.module.css';

/** The templates as loaded by the page, with folders in order. */
export type FormCatalog = QueryState<FormGroup[]>;

interface FormChooserProps {
  catalog: FormCatalog;
  /** Templates that are already in the session. */
  usedIds?: ReadonlySet<number>;
  choices: FormChoices;
  onChange: (choices: FormChoices) => void;
}

const NONE_USED: ReadonlySet<number> = new Set();

/** Templates by folder with a search, and forms of this session only. */
export function FormChooser({ catalog, usedIds = NONE_USED, choices, onChange }: FormChooserProps) {
  const [search, setSearch] = useState('');
  const shown = (all: FormGroup[]) => groupsShown(all, { search, usedIds, chosenIds: choices.templateIds });
  const searchInput = useRef<HTMLInputElement>(null);
  /** Enter selects the only search result; it must not submit the dialog. */
  function tickOnEnter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const [only, ...others] = shown(catalog.data ?? []).flatMap(({ templates }) => templates);
    const isFound = search.trim() !== '' && only && others.length === 0;
    if (isFound && !choices.templateIds.includes(only.id)) onChange(toggled(choices, only.id));
  }
  return (
    <Stack gap="xs">
      <TextInput
        ref={searchInput}
        label="Forms"
        placeholder="Search forms"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={tickOnEnter}
      />
      <div className={styles.list}>
        <Loaded
          query={catalog}
          failed="The forms could not be loaded."
          isInCard
          loading={
            <div className={styles.note}>
              <LoadingRows rows={4} height={32} label="Loading forms" />
            </div>
          }
        >
          {(all) => <Groups groups={shown(all)} choices={choices} onChange={onChange} />}
        </Loaded>
      </div>
      <CustomForms choices={choices} onChange={onChange} searchInput={searchInput} />
    </Stack>
  );
}

interface ChoiceProps {
  choices: FormChoices;
  onChange: (choices: FormChoices) => void;
}

function Groups({ groups, choices, onChange }: ChoiceProps & { groups: FormGroup[] }) {
  if (groups.length === 0)
    return (
      <Text size="sm" c="dimmed" className={styles.note}>
        No forms found
      </Text>
    );
  return groups.map(({ label, templates }) => (
    <fieldset key={label} className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {templates.map((template) => (
        <Checkbox
          key={template.id}
          className={styles.choice}
          label={template.form_name_agent}
          description={isArchived(template) ? `${template.type} · Archived` : template.type}
          checked={choices.templateIds.includes(template.id)}
          onChange={() => onChange(toggled(choices, template.id))}
        />
      ))}
    </fieldset>
  ));
}

type CustomFormsProps = ChoiceProps & { searchInput: RefObject<HTMLInputElement | null> };

function CustomForms({ choices, onChange, searchInput }: CustomFormsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { customForms, draft, isDraftChecked } = choices;
  /** The focused element is gone: focus the button that opens the fields, or, while they are open, the search. */
  function leave(next: FormChoices) {
    flushSync(() => onChange(next));
    (button.current ?? searchInput.current)?.focus();
  }
  function add() {
    const settled = choicesWithDraft(choices);
    if (settled && settled.customForms.length > customForms.length) return leave(settled);
    flushSync(() => onChange({ ...choices, isDraftChecked: true }));
    focusInvalidField();
  }
  return (
    <Stack gap="xs">
      {customForms.length > 0 && <CustomFormList choices={choices} onChange={leave} />}
      {draft ? (
        <CustomFormFields
          form={draft}
          isChecked={isDraftChecked}
          onChange={(form) => onChange({ ...choices, draft: form })}
          onAdd={add}
          onCancel={() => leave({ ...choices, draft: null, isDraftChecked: false })}
        />
      ) : (
        <Group>
          <Button
            ref={button}
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange({ ...choices, draft: NEW_CUSTOM_FORM })}
          >
            Custom Form
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function CustomFormList({ choices, onChange }: ChoiceProps) {
  const { customForms } = choices;
  return (
    <ul className={`plain ${styles.custom}`}>
      {customForms.map((form, index) => (
        <li key={`${form.title}-${form.type}`}>
          <Text size="sm" span flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {form.title}{' '}
            <Box component="span" c="dimmed">
              {form.type}
            </Box>
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={13} aria-hidden />}
            onClick={() => onChange({ ...choices, customForms: customForms.filter((_, at) => at !== index) })}
            aria-label={`Remove ${form.title}`}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
