import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { applyFooterOffset } from '../../../components/ui/footer-offset.ts';
import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { ConfirmNumbersDialog } from '../../../domain/clients/confirm-numbers-dialog.tsx';
import { ConflictDialog } from '../../../domain/clients/conflict-dialog.tsx';
import type { Client } from '../api.ts';
import { clientName } from '../client-display.ts';
import { DIALOGS, type DialogDefinition, type DialogId, type FieldSection } from '../record/client-cards.ts';
import { SlotButtons, useSlots } from '../record/slots.tsx';
import styles from './edit-client-form.module.css';
import { FieldInput } from './field-input.tsx';
import { type EditForm, useEditForm } from './use-edit-form.ts';

interface EditClientDialogProps {
  client: Client;
  dialog: DialogId;
  opened: boolean;
  onClose: () => void;
}

const SIZES = { 1: 460, 2: 640, 3: 760 } as const;

/** The edit dialog of a card. The fields are data-driven, so all cards share it. */
export function EditClientDialog({ client, dialog, opened, onClose }: EditClientDialogProps) {
  const definition = DIALOGS[dialog];
  const size = dialog === 'notes' ? 640 : SIZES[definition.columns ?? 1];
  return (
    <GuardedModal opened={opened} onClose={onClose} title={definition.title} size={size}>
      <EditClientForm key={dialog} client={client} definition={definition} onSaved={onClose} />
    </GuardedModal>
  );
}

interface EditClientFormProps {
  client: Client;
  definition: DialogDefinition;
  onSaved: () => void;
}

/** The fields of one card. Saves only changed values. */
function EditClientForm({ client, definition, onSaved }: EditClientFormProps) {
  const edit = useEditForm(client, definition, onSaved);
  const slots = useSlots(definition, edit);
  const leave = useDialogGuard(edit.hasChanges);
  return (
    <>
      <form noValidate onSubmit={edit.submit} onKeyDown={submitOnControlEnter}>
        <Stack gap="md">
          {definition.sections.map(
            (section, index) =>
              !slots.isHidden(section) && (
                <Section
                  key={section.fields[0]}
                  section={section}
                  columns={definition.columns ?? 1}
                  edit={edit}
                  isFirst={index === slots.firstShown}
                  onRemove={section.isSlot ? () => slots.remove(section) : undefined}
                />
              ),
          )}
          {definition.disabled?.map((label) => (
            <TextInput key={label} label={label} placeholder="Not stored" disabled />
          ))}
          <SlotButtons slots={slots} name={definition.slotName} />
        </Stack>
        <Footer edit={edit} onCancel={leave} />
      </form>
      {/* Outside the form: its keys must not submit it. */}
      <ConfirmNumbersDialog error={edit.unconfirmed} onConfirm={() => edit.submit()} onClose={edit.goBack} />
      {edit.conflict && (
        <ConflictDialog
          of="field"
          cells={edit.conflict}
          clientName={() => clientName(client)}
          resolve={edit.resolveConflict}
          back={edit.dismissConflict}
        />
      )}
    </>
  );
}

function Footer({ edit, onCancel }: { edit: EditForm; onCancel: () => void }) {
  return (
    <Group ref={applyFooterOffset} className={styles.footer} gap="xs" justify="flex-end">
      {edit.isFailed && (
        <Text size="sm" role="status" className={`danger ${styles.failed}`}>
          Not saved. What you typed is still here.
        </Text>
      )}
      <Button variant="default" onClick={onCancel} disabled={edit.isSaving}>
        Cancel
      </Button>
      <Button type="submit" loading={edit.isSaving}>
        Save
      </Button>
    </Group>
  );
}

/** Enter inserts a line break in a note, so Ctrl+Enter saves. */
function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}

interface SectionProps {
  section: FieldSection;
  columns: 1 | 2 | 3;
  edit: EditForm;
  isFirst: boolean;
  onRemove: (() => void) | undefined;
}

function Section({ section, columns, edit, isFirst, onRemove }: SectionProps) {
  return (
    <fieldset className={styles.section}>
      {section.title && (
        <legend className={styles.legend}>
          {section.title}
          {onRemove && (
            <Button
              variant="subtle"
              color="red"
              className="danger"
              size="compact-xs"
              onClick={onRemove}
              aria-label={`Remove ${section.title}`}
            >
              Remove
            </Button>
          )}
        </legend>
      )}
      <div className={styles.grid} data-columns={section.fields.length > 1 ? columns : 1}>
        {section.fields.map((name, index) => (
          <FieldInput
            key={name}
            clientId={edit.clientId}
            field={fieldNamed(name)}
            value={edit.texts[name] ?? ''}
            error={edit.errors[name]}
            isFirst={isFirst && index === 0}
            onChange={(text) => edit.setText(name, text)}
          />
        ))}
      </div>
    </fieldset>
  );
}
