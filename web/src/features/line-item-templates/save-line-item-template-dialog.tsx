import { DEFAULT_LINE_ITEM_CATEGORY, moneyDisplay, parseSignedMoneyCents } from '@ledgerline/contract/rules';
import { Autocomplete, TextInput } from '@mantine/core';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useCreateLineItemTemplate, useLineItemTemplates } from './api.ts';

interface SaveLineItemTemplateDialogProps {
  /** The line from the invoice form; the price in dollars, as typed. */
  description: string;
  price: string;
  onClose: () => void;
}

/** Saves an invoice line as a named template. */
export function SaveLineItemTemplateDialog(props: SaveLineItemTemplateDialogProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Save as Template" size="sm">
      <Body {...props} />
    </GuardedModal>
  );
}

function Body({ description, price, onClose }: SaveLineItemTemplateDialogProps) {
  const unit_price_cents = parseSignedMoneyCents(price) ?? 0;
  const templates = useLineItemTemplates();
  const create = useCreateLineItemTemplate();
  const editing = useEditing({
    start: { name: '', description, category: '' },
    check: (values) => ({
      name: values.name.trim() === '' && 'Please enter a template name',
      description: values.description.trim() === '' && 'Please enter a description for the line item',
    }),
    send: (values) =>
      create.mutateAsync({
        name: values.name.trim(),
        description: values.description.trim(),
        unit_price_cents,
        category: values.category.trim() || DEFAULT_LINE_ITEM_CATEGORY,
      }),
    successMessage: (_, { name }) => `Template “${name.trim()}” was saved.`,
    onDone: onClose,
    failed: ({ message }) => `Failed to save template. Please try again. ${message}`,
  });
  const { getInputProps } = editing.form;
  return (
    <DialogForm editing={editing} save="Save Template">
      <TextInput
        label="Template name"
        withAsterisk
        maxLength={200}
        {...getInputProps('name')}
        data-autofocus
      />
      <TextInput
        label="Line description"
        withAsterisk
        maxLength={500}
        {...getInputProps('description')}
        description={`Unit price ${moneyDisplay(unit_price_cents)}`}
      />
      <Autocomplete
        label="Category"
        placeholder={DEFAULT_LINE_ITEM_CATEGORY}
        maxLength={100}
        data={[...new Set(templates.data?.map(({ category }) => category) ?? [])]}
        {...getInputProps('category')}
      />
    </DialogForm>
  );
}
