import { DEFAULT_LINE_ITEM_CATEGORY, moneyDisplay, parseMoneyCents } from '@ledgerline/contract/rules';
import { Alert, Autocomplete, Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type DialogGuard, GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useCreateLineItemTemplate, useLineItemTemplates } from './api.ts';

interface SaveLineItemTemplateDialogProps {
  /** The line as it stands in the invoice form; the price in dollars as typed. */
  description: string;
  price: string;
  onClose: () => void;
}

/** Keeps a line of the invoice for reuse under a name. */
export function SaveLineItemTemplateDialog(props: SaveLineItemTemplateDialogProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Save as Template" size="sm">
      {(guard) => <Body {...props} guard={guard} />}
    </GuardedModal>
  );
}

type Errors = Partial<Record<'name' | 'description', string>>;

function Body({
  description: line,
  price,
  onClose,
  guard,
}: SaveLineItemTemplateDialogProps & { guard: DialogGuard }) {
  const [values, setValues] = useState({ name: '', description: line, category: '' });
  const [errors, setErrors] = useState<Errors>({});
  const create = useCreateLineItemTemplate();
  const unit_price_cents = parseMoneyCents(price) ?? 0;
  function change(changes: Partial<typeof values>) {
    setValues({ ...values, ...changes });
    setErrors({});
    guard.setDirty(true);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const [name, description] = [values.name.trim(), values.description.trim()];
    const wrong: Errors = {
      ...(name === '' ? { name: 'Please enter a template name' } : {}),
      ...(description === '' ? { description: 'Please enter a description for the line item' } : {}),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || create.isPending) return;
    const category = values.category.trim() || DEFAULT_LINE_ITEM_CATEGORY;
    create.mutate(
      { name, description, unit_price_cents, category },
      {
        onSuccess: () => {
          notifySuccess(`Template “${name}” was saved.`);
          onClose();
        },
        onError: (error) => console.error('the line item template was not saved', error),
      },
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Fields values={values} errors={errors} unitPriceCents={unit_price_cents} onChange={change} />
        {create.isError && (
          <Alert color="red">Failed to save template. Please try again. {create.error.message}</Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={guard.requestClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Save Template
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldsProps {
  values: { name: string; description: string; category: string };
  errors: Errors;
  unitPriceCents: number;
  onChange: (changes: Partial<FieldsProps['values']>) => void;
}

function Fields({ values, errors, unitPriceCents, onChange }: FieldsProps) {
  const templates = useLineItemTemplates();
  const categories = [...new Set(templates.data?.map(({ category }) => category) ?? [])];
  return (
    <>
      <TextInput
        label="Template name"
        withAsterisk
        maxLength={200}
        value={values.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errors.name}
        data-autofocus
      />
      <TextInput
        label="Line description"
        withAsterisk
        maxLength={500}
        value={values.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        error={errors.description}
        description={`Unit price ${moneyDisplay(unitPriceCents)}`}
      />
      <Autocomplete
        label="Category"
        placeholder={DEFAULT_LINE_ITEM_CATEGORY}
        maxLength={100}
        data={categories}
        value={values.category}
        onChange={(category) => onChange({ category })}
      />
    </>
  );
}
