import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { DEFAULT_FORM_STATUS, isWebFormType, SECURE_LINK_HOURS } from '@ledgerline/contract/rules';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { LoadAlert } from '../../../components/ui/retry-button.tsx';
import { SearchSelect } from '../../../components/ui/search-select.tsx';
import { clientName } from '../../../domain/clients/client-name.ts';
import { ClientPicker } from '../../../domain/clients/client-picker.tsx';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { typeText } from '../../../domain/forms/form-type.ts';
import { useLinkActions } from '../../../domain/links/use-link-actions.ts';
import { api } from '../../../lib/api.ts';
import { useCreateSubmission } from '../api.ts';
import { EDIT_TEXTS } from '../detail/use-form-editor.ts';

interface AddFormDialogProps {
  opened: boolean;
  templates: readonly Template[];
  /** Loads the forms again after an error; null when they have loaded or are loading. */
  onRetry: (() => void) | null;
  onClose: () => void;
}

/** Adds a standalone form, with or without a client (1§2 Add Form modal). */
export function AddFormDialog({ opened, onClose, ...body }: AddFormDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Add Form">
      <Body {...body} onClose={onClose} />
    </GuardedModal>
  );
}

function Body({ templates, onRetry, onClose }: Omit<AddFormDialogProps, 'opened'>) {
  const [added, setAdded] = useState<AddedForm | null>(null);
  const add = useAddForm();
  const chosen = (templateId: string | null) => templates.find(({ id }) => String(id) === templateId);
  const editing = useEditing<{ templateId: string | null; client: ClientRow | null }, AddedForm>({
    start: { templateId: null, client: null },
    check: ({ templateId }) => ({ templateId: !chosen(templateId) && 'Please select a form' }),
    send({ templateId, client }) {
      const template = chosen(templateId);
      if (!template) throw new Error('the chosen form is no longer there');
      return add(template, client);
    },
    onDone: setAdded,
    failed: 'Failed to add form.',
  });
  if (added) return <Added added={added} onClose={onClose} />;
  const { form } = editing;
  return (
    <DialogForm editing={editing} save="Add Form">
      {onRetry && <LoadAlert text="The forms could not be loaded." onRetry={onRetry} />}
      <SearchSelect
        label="Form"
        placeholder="Choose a form"
        nothingFoundMessage="No forms found"
        data={templates.map(({ id, form_name_agent, type }) => ({
          value: String(id),
          label: `${form_name_agent} · ${typeText(type)}`,
        }))}
        {...form.getInputProps('templateId')}
        data-autofocus
      />
      <ClientPicker label="Client (optional)" {...form.getInputProps('client')} value={form.values.client} />
    </DialogForm>
  );
}

/** The form was added; with a client, its link is valid for a week. */
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

interface AddedForm {
  title: string;
  client: ClientRow | null;
  /** null: the form has no link, or creating it failed. */
  url: string | null;
  linkFailure: string | null;
}

/** Adds a template as a pending form; with a client, its link is created for 168 hours (1§9). */
function useAddForm() {
  const create = useCreateSubmission();
  return async (template: Template, client: ClientRow | null): Promise<AddedForm> => {
    const { id } = await create.mutateAsync({
      form_id: template.id,
      status: DEFAULT_FORM_STATUS,
      ...(client ? { client_id: client.id } : {}),
    });
    const link = client ? await linkFor(template, client, id) : { url: null, linkFailure: null };
    return { title: template.form_name_agent, client, ...link };
  };
}

async function linkFor(template: Template, client: ClientRow, sessionFormId: number) {
  const hasLink = isWebFormType(template.type) || template.type.toLowerCase() === 'docusign';
  if (!hasLink) return { url: null, linkFailure: null };
  const body = {
    formId: template.id,
    clientId: client.id,
    sessionFormId,
    expirationHours: SECURE_LINK_HOURS,
  };
  try {
    const { data } = await api(createClientLink, { body });
    return data?.formUrl
      ? { url: data.formUrl, linkFailure: null }
      : { url: null, linkFailure: EDIT_TEXTS.noAddress };
  } catch (error) {
    console.error('the link of the added form could not be created', error);
    return { url: null, linkFailure: EDIT_TEXTS.noLink };
  }
}
