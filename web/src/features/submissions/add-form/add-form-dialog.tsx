import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type DialogGuard, GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { LoadAlert } from '../../../components/ui/load-alert.tsx';
import { clientName } from '../../../domain/clients/client-name.ts';
import { ClientPicker } from '../../../domain/clients/client-picker.tsx';
import { typeText } from '../../../domain/forms/form-type.ts';
import { useLinkActions } from '../../../domain/links/use-link-actions.ts';
import { type AddedForm, useAddForm } from './use-add-form.ts';

interface AddFormDialogProps {
  opened: boolean;
  templates: readonly Template[];
  /** The forms could not be loaded; null where they are there or on their way. */
  onRetry: (() => void) | null;
  onClose: () => void;
}

const NO_FORM = 'Please select a form';

/** Places a form by itself, for a person or for nobody yet (1§2 Add Form modal). */
export function AddFormDialog({ opened, onClose, ...body }: AddFormDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Add Form">
      {(guard) => <Body {...body} onClose={onClose} guard={guard} />}
    </GuardedModal>
  );
}

type BodyProps = Omit<AddFormDialogProps, 'opened'> & { guard: DialogGuard };

function Body({ templates, onRetry, onClose, guard }: BodyProps) {
  const [templateId, setTemplateId] = useState<string | null>(null);
  const [client, setClient] = useState<ClientRow | null>(null);
  const [formError, setFormError] = useState<string | null>(null);
  const { add, added, failure, isBusy } = useAddForm();
  const isDirty = !added && (templateId !== null || client !== null);
  const { setDirty } = guard;
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  if (added) return <Added added={added} onClose={onClose} />;

  function save() {
    const template = templates.find(({ id }) => String(id) === templateId);
    setFormError(template ? null : NO_FORM);
    if (template) void add(template, client);
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="sm">
        {onRetry && <LoadAlert text="The forms could not be loaded." onRetry={onRetry} />}
        <Select
          label="Form"
          placeholder="Choose a form"
          searchable
          openOnFocus={false}
          nothingFoundMessage="No forms found"
          data={templates.map(({ id, form_name_agent, type }) => ({
            value: String(id),
            label: `${form_name_agent} · ${typeText(type)}`,
          }))}
          value={templateId}
          onChange={(value) => {
            setTemplateId(value);
            setFormError(null);
          }}
          error={formError}
          data-autofocus
        />
        <ClientPicker label="Client (optional)" value={client} onChange={setClient} />
        {failure && <Alert color="red">{failure}</Alert>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={guard.requestClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Add Form
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** It is there; with a person, so is the link that works for a week. */
function Added({ added, onClose }: { added: AddedForm; onClose: () => void }) {
  const { title, client, url, linkFailure } = added;
  const { copy, isCopied, message } = useLinkActions(url);
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        “{title}” was added{client ? ` for ${clientName(client)}` : ''}.
      </Text>
      {url && <TextInput label="Link address" value={url} readOnly onFocus={selectAll} />}
      {linkFailure && <Alert color="yellow">{linkFailure}</Alert>}
      {message && (
        <Text size="sm" {...(message.isBad ? { c: 'red', role: 'alert' } : { c: 'dimmed', role: 'status' })}>
          {message.text}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        {url && (
          <Button variant="default" miw={110} onClick={() => void copy()} autoFocus>
            {isCopied ? 'Copied!' : 'Copy Link'}
          </Button>
        )}
        <Button onClick={onClose} autoFocus={!url}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

function selectAll(event: { currentTarget: HTMLInputElement }): void {
  event.currentTarget.select();
}
