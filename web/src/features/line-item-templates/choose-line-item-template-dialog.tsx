import type { LineItemTemplate } from '@ledgerline/contract/line-item-templates/endpoints';
import { DEFAULT_LINE_ITEM_CATEGORY, moneyDisplay } from '@ledgerline/contract/rules';
import { ActionIcon, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { useDeleteLineItemTemplate, useLineItemTemplates } from './api.ts';
import styles from './choose-line-item-template-dialog.module.css';

interface ChooseLineItemTemplateDialogProps {
  onChoose: (template: LineItemTemplate) => void;
  onClose: () => void;
}

/** Saved line items. Choosing one fills an invoice line; unused ones can be deleted. */
export function ChooseLineItemTemplateDialog({ onChoose, onClose }: ChooseLineItemTemplateDialogProps) {
  const templates = useLineItemTemplates();
  const [search, setSearch] = useState('');
  const [deleting, setDeleting] = useState<LineItemTemplate | null>(null);
  return (
    <GuardedModal opened onClose={onClose} title="Line Item Templates" size="md">
      <Stack gap="sm">
        <TextInput
          type="search"
          aria-label="Search templates"
          placeholder="Search templates"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />
        <Loaded
          query={templates}
          failed="Failed to load line item templates"
          loading={<LoadingRows rows={4} height={44} label="Loading templates" />}
        >
          {(all) => (
            <Found
              templates={all.filter((template) => isFound(template, search))}
              isNarrowed={all.length > 0}
              onChoose={onChoose}
              onDelete={setDeleting}
            />
          )}
        </Loaded>
        <DeleteLineItemTemplateDialog template={deleting} onClose={() => setDeleting(null)} />
      </Stack>
    </GuardedModal>
  );
}

interface FoundProps {
  templates: LineItemTemplate[];
  isNarrowed: boolean;
  onChoose: (template: LineItemTemplate) => void;
  onDelete: (template: LineItemTemplate) => void;
}

/** Preserves the order: by category, then by name. */
function Found({ templates, isNarrowed, ...actions }: FoundProps) {
  if (templates.length === 0)
    return (
      <EmptyState
        title={isNarrowed ? 'No templates found' : 'No line item templates yet'}
        text={
          isNarrowed
            ? 'No templates match this search.'
            : 'Save an invoice line as a template to reuse it on other invoices.'
        }
      />
    );
  const groups = Map.groupBy(templates, ({ category }) => category || DEFAULT_LINE_ITEM_CATEGORY);
  return [...groups].map(([category, members]) => (
    <Category key={category} category={category} templates={members} {...actions} />
  ));
}

type CategoryProps = Omit<FoundProps, 'isNarrowed'> & { category: string };

function Category({ category, templates, onChoose, onDelete }: CategoryProps) {
  return (
    <section aria-label={category}>
      <Title order={3} className={styles.category ?? ''}>
        {category}
      </Title>
      <ul className={`plain ${styles.list}`}>
        {templates.map((template) => (
          <li key={template.id}>
            <UnstyledButton className={styles.choice} onClick={() => onChoose(template)}>
              <Stack component="span" gap={0} miw={0} style={{ overflowWrap: 'anywhere' }}>
                <Text span size="sm" fw={500}>
                  {template.name}
                </Text>
                <Text span size="xs" c="dimmed">
                  {template.description}
                </Text>
              </Stack>
              <Text span size="sm" className="tabular">
                {moneyDisplay(template.unit_price_cents)}
              </Text>
            </UnstyledButton>
            <ActionIcon
              aria-label={`Delete template ${template.name}`}
              title="Delete"
              onClick={() => onDelete(template)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}

function isFound({ name, description, category }: LineItemTemplate, search: string): boolean {
  const text = search.trim().toLowerCase();
  return [name, description, category].some((part) => part.toLowerCase().includes(text));
}

interface DeleteLineItemTemplateDialogProps {
  /** null keeps the dialog closed. */
  template: LineItemTemplate | null;
  onClose: () => void;
}

/** Confirms deletion by template name. Invoices created from it are unaffected. */
function DeleteLineItemTemplateDialog({ template, onClose }: DeleteLineItemTemplateDialogProps) {
  const deletion = useDeleteLineItemTemplate();
  return (
    <DeleteDialog
      id={template?.id}
      title="Delete Template"
      question={<Text size="sm">Delete “{template?.name}”? Invoices created from it are not affected.</Text>}
      deletion={deletion}
      deletedText={`Template “${template?.name}” was deleted.`}
      failedText={`Failed to delete template. Please try again. ${deletion.error?.message}`}
      logText="the line item template was not deleted"
      onClose={onClose}
    />
  );
}
