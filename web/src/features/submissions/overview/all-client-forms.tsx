import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { filterText } from '@ledgerline/contract/rules/filters';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilePlus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { LoadingRows } from '../../../components/ui/loaded.tsx';
import { LoadAlert } from '../../../components/ui/retry-button.tsx';
import { typeText } from '../../../domain/forms/form-type.ts';
import { activeTemplates, isArchived } from '../../../domain/forms/use-templates.ts';
import { SavedViews } from '../../../domain/saved-views/saved-views.tsx';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { AddFormDialog } from '../add-form/add-form-dialog.tsx';
import { SubmissionDialog } from '../detail/submission-dialog.tsx';
import styles from './all-client-forms.module.css';
import { EmptyList } from './empty-list.tsx';
import { FormsByFolder } from './forms-by-folder.tsx';
import { FormsGrid } from './forms-grid.tsx';
import {
  type AllFormsSearch,
  folderGroups,
  isModifiedWithin,
  LAYOUTS,
  NOT_NARROWED,
  templatesFound,
  VIEWS,
} from './forms-overview.ts';
import { ListFilters } from './list-filters.tsx';
import { rememberView, viewOf } from './remembered-view.ts';
import { SubmissionsList } from './submissions-list.tsx';

interface AllClientFormsProps {
  /** With counts. */
  templates: readonly Template[] | undefined;
  folders: readonly Folder[] | undefined;
  isLoading: boolean;
  error: Error | null;
  onRetry: () => void;
  /** The filters from the URL, and a setter. */
  search: AllFormsSearch;
  onSearch: (changes: AllFormsSearch) => void;
  onGetLink: (template: Template) => void;
  onEditDetails: (template: Template) => void;
  onNewGlobalForm: () => void;
  onGetSubmissionLink: (submission: Submission) => void;
}

/** All Client Forms: submissions as a table or cards, forms by folder, forms as cards (1§2 Submissions views). */
export function AllClientForms(props: AllClientFormsProps) {
  const { onSearch, templates = [], error, onRetry } = props;
  const search = { ...props.search, ...viewOf(props.search) };
  const { view } = search;
  const [previewId, setPreviewId] = useState<number | null>(null);
  const [isAdding, adding] = useDisclosure(false);
  const addButton = (
    <Button leftSection={<IconFilePlus size={16} aria-hidden />} onClick={adding.open}>
      Add Form
    </Button>
  );
  return (
    <Stack gap="sm">
      <div className={styles.bar}>
        <ViewChoice
          search={search}
          onChoose={(choice) => {
            rememberView(choice);
            onSearch(choice);
          }}
        />
        {view === 'submissions' ? (
          addButton
        ) : (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={props.onNewGlobalForm}
          >
            New Form
          </Button>
        )}
      </div>
      {view === 'submissions' && <SavedViews list="submissions" />}
      <ListFilters search={search} onSearch={onSearch} templates={templates} />
      <MissingChoices {...props} isListed={view !== 'submissions'} />
      {view === 'submissions' ? (
        <SubmissionsList
          filter={submissionFilter(search)}
          sorting={{
            sort: search.sort ?? 'changed',
            direction: search.direction ?? 'desc',
            then_by: search.then_by,
          }}
          onSort={onSearch}
          layout={search.layout}
          addButton={addButton}
          onClear={() => onSearch(NOT_NARROWED)}
          onPreview={setPreviewId}
        />
      ) : (
        <Forms {...props} search={search} onPreview={setPreviewId} />
      )}
      <AddFormDialog
        opened={isAdding}
        templates={activeTemplates(templates)}
        onRetry={error && !props.templates ? onRetry : null}
        onClose={adding.close}
      />
      <SubmissionDialog
        submissionId={previewId}
        onClose={() => setPreviewId(null)}
        onGetLink={props.onGetSubmissionLink}
      />
    </Stack>
  );
}

interface ViewChoiceProps {
  search: Required<Pick<AllFormsSearch, 'view' | 'layout'>>;
  onChoose: (choice: Pick<AllFormsSearch, 'view' | 'layout'>) => void;
}

/** What is listed, and for submissions on wide screens as a table or as cards. */
function ViewChoice({ search: { view, layout }, onChoose }: ViewChoiceProps) {
  const isWide = useIsWide();
  return (
    <div className={styles.views}>
      <SegmentedControl
        aria-label="View"
        data={VIEWS.map(({ value, label }) => ({ value, label }))}
        value={view}
        onChange={(next) => onChoose({ view: VIEWS.find(({ value }) => value === next)?.value })}
      />
      {view === 'submissions' && isWide && (
        <SegmentedControl
          aria-label="Layout"
          data={LAYOUTS.map(({ value, label }) => ({ value, label }))}
          value={layout}
          onChange={(next) => onChoose({ view, layout: LAYOUTS.find(({ value }) => value === next)?.value })}
        />
      )}
    </div>
  );
}

type MissingChoicesProps = Pick<AllClientFormsProps, 'templates' | 'folders' | 'error' | 'onRetry'> & {
  /** The list below shows its own empty state. */
  isListed: boolean;
};

/** The form filter or the folders could not be loaded. */
function MissingChoices({ templates, folders, error, onRetry, isListed }: MissingChoicesProps) {
  const what = templates ? !folders && isListed && 'folders' : !isListed && 'forms';
  return error && what && <LoadAlert text={`The ${what} could not be loaded.`} onRetry={onRetry} />;
}

function submissionFilter({ q = '', form, status, type, modified, filter }: AllFormsSearch) {
  return { q, form_id: form, category: status, type, modified, filter: filterText(filter) };
}

interface FormsProps extends AllClientFormsProps {
  onPreview: (id: number) => void;
}

function Forms({ templates = [], folders = [], isLoading, error, onRetry, search, ...actions }: FormsProps) {
  const found = useFoundTemplates(templates, search);
  if (isLoading) return <LoadingRows rows={8} height={44} />;
  const isEmpty = templates.length === 0 && !search.archived;
  // A failed request shows an empty list (SU-120).
  if (found.length === 0)
    return (
      <EmptyList
        title={isEmpty && !error ? 'No Global Forms Found' : 'No forms found'}
        text={isEmpty ? 'Forms that can be sent to clients are listed here.' : NOTHING_MATCHES}
        hasFailed={isEmpty && error !== null}
        onRetry={onRetry}
      />
    );
  const { onGetLink, onEditDetails, onPreview } = actions;
  if (search.view === 'forms')
    return (
      <FormsGrid templates={found} folders={folders} onGetLink={onGetLink} onEditDetails={onEditDetails} />
    );
  return (
    <FormsByFolder
      groups={folderGroups(found, folders)}
      onGetLink={onGetLink}
      onEditDetails={onEditDetails}
      onPreview={onPreview}
    />
  );
}

const NOTHING_MATCHES = 'No forms match your search and filters.';

function useFoundTemplates(templates: readonly Template[], search: AllFormsSearch): Template[] {
  const { time_zone } = usePublicSettings();
  const { q = '', type, modified, archived = false } = search;
  const now = new Date();
  return templatesFound(templates, q).filter(
    (template) =>
      isArchived(template) === archived &&
      (type === undefined || typeText(template.type) === type) &&
      isModifiedWithin({
        updated_at: template.updated_at,
        filter: modified,
        now,
        timeZone: time_zone,
      }),
  );
}
