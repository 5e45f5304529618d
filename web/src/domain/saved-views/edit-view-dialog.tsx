import type { SavedView, SavedViewColumns, SavedViewState } from '@ledgerline/contract/saved-views/endpoints';
import { MAX_VIEW_NAME, type SavedViewList } from '@ledgerline/contract/saved-views/lists';
import { Switch, TextInput } from '@mantine/core';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { DialogForm } from '../editing/dialog-form.tsx';
import { useEditing } from '../editing/use-editing.ts';
import { useCreateView, useUpdateView } from './use-saved-views.ts';

/** A new view of the state on screen or of another view, or an existing view whose name and sharing are edited. */
export type EditedView =
  | { kind: 'new'; name?: string; state: SavedViewState; columns: SavedViewColumns | null }
  | { kind: 'edit'; view: SavedView };

interface EditViewDialogProps extends Openable {
  edited: EditedView;
  list: SavedViewList;
  canShare: boolean;
  onSaved: (view: SavedView) => void;
}

export function EditViewDialog({ opened, onClose, ...form }: EditViewDialogProps) {
  const title = form.edited.kind === 'new' ? 'Save View' : 'Edit View';
  return (
    <GuardedModal opened={opened} onClose={onClose} title={title} size="sm">
      <ViewForm {...form} onClose={onClose} />
    </GuardedModal>
  );
}

function ViewForm({ edited, list, canShare, onSaved, onClose }: Omit<EditViewDialogProps, 'opened'>) {
  const creation = useCreateView();
  const updating = useUpdateView();
  const keyOf = useIdempotencyKey();
  const isNew = edited.kind === 'new';
  const editing = useEditing({
    start: isNew ? { name: edited.name ?? '', is_shared: false } : { ...namesOf(edited.view) },
    check: ({ name }) => (name.trim() === '' ? { name: 'Please enter a name for the view' } : {}),
    send(values) {
      if (!isNew) {
        const { id, version } = edited.view;
        return updating.mutateAsync({ id, version, ...values });
      }
      const body = { list, ...values, state: edited.state, columns: edited.columns };
      return creation.mutateAsync({ ...body, key: keyOf(body) });
    },
    successMessage: ({ name }) => `View “${name}” was saved.`,
    onDone(view) {
      onClose();
      onSaved(view);
    },
  });
  const isShared = !isNew && edited.view.is_shared;
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <TextInput
        label="Name"
        maxLength={MAX_VIEW_NAME}
        data-autofocus
        {...editing.form.getInputProps('name')}
      />
      <Switch
        label="Share with the brokerage"
        description={
          canShare
            ? 'All agents see the view with the values of its filters. Each of them sees only the records that they have access to.'
            : 'Only owners can share views in this brokerage.'
        }
        disabled={!canShare && !isShared}
        {...editing.form.getInputProps('is_shared', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}

const namesOf = ({ name, is_shared }: SavedView) => ({ name, is_shared });
