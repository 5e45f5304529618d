import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import {
  Box,
  Button,
  CloseButton,
  Collapse,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconChevronRight, IconFilePlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { both, Loaded } from '../../components/ui/loaded.tsx';
import { isArchived, useAllTemplates, useFolders } from '../../domain/forms/use-templates.ts';
import styles from './form-templates.module.css';
import { FormsLoading } from './forms-loading.tsx';
import { type TemplateGroup, templateGroups, templatesByDate, templatesMatching } from './template-groups.ts';
import { TemplateRow, type TemplateRowActions } from './template-row.tsx';
import { useArchive } from './use-archive.ts';

const SEARCH_PAUSE_MS = 300;
const ORDERS = [
  { value: 'folder', label: 'By folder', heading: 'Form templates by folder' },
  { value: 'date', label: 'By date', heading: 'Forms by date' },
  { value: 'archived', label: 'Archived', heading: 'Archived forms' },
] as const;

/** By folder, newest first, or the archived ones. */
export type TemplateOrder = (typeof ORDERS)[number]['value'];

interface FormTemplatesProps extends Omit<TemplateRowActions, 'onArchive'> {
  order: TemplateOrder;
  onOrder: (order: TemplateOrder) => void;
  search: string;
  onSearch: (search: string) => void;
  onAddForm: () => void;
  manageBar: ReactNode;
}

/** The Form Templates tab: every registered form, grouped by folder or by date (0§2). */
export function FormTemplates(props: FormTemplatesProps) {
  return (
    <Stack gap="md">
      {props.manageBar}
      <Templates {...props} />
    </Stack>
  );
}

function Templates(props: FormTemplatesProps) {
  return (
    <Loaded
      query={both(useAllTemplates(), useFolders())}
      failed="The forms could not be loaded"
      loading={<FormsLoading />}
    >
      {([templates, folders]) =>
        templates.length === 0 && folders.length === 0 ? (
          <EmptyState
            title="No Global Forms Found"
            text="Sessions and links are created from form templates. Add the first one, or sync the e-signature templates."
            action={
              <Button leftSection={<IconFilePlus size={16} aria-hidden />} onClick={props.onAddForm}>
                Add New Form
              </Button>
            }
          />
        ) : (
          <LoadedTemplates {...props} templates={templates} folders={folders} />
        )
      }
    </Loaded>
  );
}

interface LoadedTemplatesProps extends FormTemplatesProps {
  templates: readonly Template[];
  folders: readonly Folder[];
}

function LoadedTemplates({
  folders,
  order,
  onOrder,
  search,
  onSearch,
  templates: all,
  ...props
}: LoadedTemplatesProps) {
  const [typed, setTyped] = useState(search);
  const actions = { ...props, onArchive: useArchive() };
  const showsArchived = order === 'archived';
  const templates = all.filter((template) => isArchived(template) === showsArchived);
  const found = templatesMatching(templates, typed);
  const hasNoResults = found.length === 0 && typed.trim() !== '';
  const remember = useDebouncedCallback(onSearch, SEARCH_PAUSE_MS);
  const type = (text: string) => {
    setTyped(text);
    remember(text);
  };
  return (
    <Stack gap="sm">
      <div className={styles.bar}>
        <Title order={2} flex={1} fz="lg">
          {ORDERS.find(({ value }) => value === order)?.heading}
        </Title>
        <SegmentedControl
          aria-label="Order"
          data={ORDERS.map(({ value, label }) => ({ value, label }))}
          value={order}
          onChange={(next) => onOrder(ORDERS.find(({ value }) => value === next)?.value ?? 'folder')}
        />
        <TextInput
          className={styles.search ?? ''}
          placeholder="Search form templates"
          aria-label="Search form templates"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={() => type('')} />}
        />
      </div>
      <Text size="sm" c="dimmed" role="status" className="tabular">
        {found.length === 1 ? '1 form' : `${found.length} forms`}
        {typed.trim() !== '' && ` of ${templates.length}`}
      </Text>
      {hasNoResults && <EmptyState title="No forms found" text="No form templates match your search." />}
      {order === 'folder' && (
        <Groups templates={templates} folders={folders} search={typed.trim()} {...actions} />
      )}
      {showsArchived && templates.length === 0 && !hasNoResults && (
        <EmptyState
          title="No archived forms"
          text="Archive a form that you no longer send. Sessions, links and bundles that use it keep working."
        />
      )}
      {order !== 'folder' && !hasNoResults && (
        <ul className="plain">
          {templatesByDate(found).map((template) => (
            <TemplateRow key={template.id} template={template} showDate {...actions} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

interface GroupsProps extends TemplateRowActions {
  templates: readonly Template[];
  folders: readonly Folder[];
  search: string;
}

/** Groups stay mounted during a search to remember which are collapsed. */
function Groups({ templates, folders, search, ...actions }: GroupsProps) {
  return templateGroups(templates, folders).map((group) => (
    <TemplateGroupSection
      key={group.id ?? 'ungrouped'}
      group={{ ...group, templates: templatesMatching(group.templates, search) }}
      search={search}
      {...actions}
    />
  ));
}

interface TemplateGroupSectionProps extends TemplateRowActions {
  group: TemplateGroup;
  /** The group contains only matches of this search; empty: no search. */
  search: string;
}

/** A collapsible folder with its forms; search results in a collapsed one are shown anyway. */
function TemplateGroupSection({ group, search, ...actions }: TemplateGroupSectionProps) {
  const [isFolded, setFolded] = useState(false);
  const [foldedFor, setFoldedFor] = useState('');
  const panelId = useId();
  const count = group.templates.length;
  if (search !== '' && count === 0) return null;
  const isOpen = search === '' ? !isFolded : foldedFor !== search;
  const toggle = () => (search === '' ? setFolded(isOpen) : setFoldedFor(isOpen ? search : ''));
  return (
    <section className={styles.group} aria-label={group.label}>
      <UnstyledButton
        className={styles.folder}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
      >
        <IconChevronRight size={16} aria-hidden className={styles.chevron} data-open={isOpen || undefined} />
        <Box component="span" fw={600} fz="md" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {group.label}
        </Box>
        <Box className="tabular" component="span" fz="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {count === 1 ? '1 form' : `${count} forms`}
        </Box>
      </UnstyledButton>
      <Collapse expanded={isOpen} id={panelId}>
        {count === 0 ? (
          <Text size="sm" c="dimmed" px="md" py="sm">
            No forms in this folder.
          </Text>
        ) : (
          <ul className="plain">
            {group.templates.map((template) => (
              <TemplateRow key={template.id} template={template} {...actions} />
            ))}
          </ul>
        )}
      </Collapse>
    </section>
  );
}
