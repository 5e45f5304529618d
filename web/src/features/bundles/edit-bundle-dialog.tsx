import type { Bundle } from '@ledgerline/contract/bundles/endpoints';
import { bundleNameError, MAX_BUNDLE_NAME } from '@ledgerline/contract/rules';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { MultiSelect, Text, TextInput } from '@mantine/core';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { both, Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useBundles } from '../../domain/forms/use-bundles.ts';
import { isArchived, useAllTemplates } from '../../domain/forms/use-templates.ts';
import { useSaveBundle } from './api.ts';

interface EditBundleDialogProps extends Openable {
  /** null for a new bundle. */
  bundle: Bundle | null;
}

/** Edits the name and the templates of a bundle. */
export function EditBundleDialog({ bundle, opened, onClose }: EditBundleDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title={bundle ? 'Edit Bundle' : 'New Bundle'} size="md">
      <Body bundle={bundle} onClose={onClose} />
    </GuardedModal>
  );
}

type BodyProps = Pick<EditBundleDialogProps, 'bundle' | 'onClose'>;

function Body(props: BodyProps) {
  return (
    <Loaded
      query={both(useAllTemplates(), useBundles())}
      failed="The forms could not be loaded"
      loading={<LoadingRows rows={3} label="Loading forms" />}
    >
      {([templates, bundles]) => <BundleForm {...props} templates={templates} bundles={bundles} />}
    </Loaded>
  );
}

interface BundleFormProps extends BodyProps {
  templates: readonly Template[];
  bundles: readonly Bundle[];
}

function BundleForm({ bundle, onClose, templates, bundles }: BundleFormProps) {
  const save = useSaveBundle(bundle?.id);
  const others = bundles.filter(({ id }) => id !== bundle?.id).map(({ name }) => name);
  /** An archived template can only stay in the bundle. */
  const isOffered = (template: Template) =>
    !isArchived(template) || bundle?.templates.some(({ form_id }) => form_id === template.id);
  const deleted = bundle?.templates.filter(({ form_id }) => form_id === null) ?? [];
  const editing = useEditing({
    start: {
      name: bundle?.name ?? '',
      form_ids: bundle?.templates.flatMap(({ form_id }) => (form_id === null ? [] : [String(form_id)])) ?? [],
    },
    check: ({ name, form_ids }) => ({
      name: bundleNameError(name, others),
      form_ids: form_ids.length === 0 && 'Please choose at least one form',
    }),
    send: ({ name, form_ids }) => save.mutateAsync({ name: name.trim(), form_ids: form_ids.map(Number) }),
    successMessage: ({ name }) => `Bundle “${name}” was saved.`,
    onDone: onClose,
    failed: ({ message }) => `Failed to save bundle. ${message}`,
    logText: 'the bundle was not saved',
  });
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <TextInput
        label="Bundle name"
        placeholder="New Medicare client"
        {...editing.form.getInputProps('name')}
        maxLength={MAX_BUNDLE_NAME}
        data-autofocus
      />
      <MultiSelect
        label="Forms"
        placeholder="Search forms"
        data={templates.filter(isOffered).map((template) => ({
          value: String(template.id),
          label: isArchived(template) ? `${template.form_name_agent} (archived)` : template.form_name_agent,
        }))}
        {...editing.form.getInputProps('form_ids')}
        maxValues={50}
        nothingFoundMessage="No forms found"
        searchable
        hidePickedOptions
      />
      {deleted.map(({ name }) => (
        <Text key={name} size="sm" c="dimmed">
          The template “{name}” was deleted. Saving removes it from the bundle.
        </Text>
      ))}
    </DialogForm>
  );
}
