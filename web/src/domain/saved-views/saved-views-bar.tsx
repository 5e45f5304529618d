import type { SavedView } from '@ledgerline/contract/saved-views/endpoints';
import type { SavedViewList } from '@ledgerline/contract/saved-views/lists';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconDeviceFloppy, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { RetryButton } from '../../components/ui/retry-button.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { DeletedViewsDialog } from './deleted-views-dialog.tsx';
import { type EditedView, EditViewDialog } from './edit-view-dialog.tsx';
import styles from './saved-views.module.css';
import { type ListColumns, type OpenView, useOpenView } from './use-open-view.ts';
import { useUpdateView } from './use-saved-views.ts';
import { ViewOptions } from './view-options.tsx';
import { hasState, stateOf } from './view-state.ts';
import { ViewsMenu } from './views-menu.tsx';

interface SavedViewsBarProps {
  list: SavedViewList;
  columns?: ListColumns;
  onShowAll?: () => void;
  restored?: object | undefined;
  isOpenedBare: boolean;
}

const ALL_LABEL: Record<SavedViewList, string> = {
  clients: 'All Clients',
  ledger: 'All Clients',
  invoices: 'All Invoices',
  recurring_payments: 'All Recurring Payments',
  submissions: 'All Submissions',
};

/** Pinned views as tabs, a menu of all views, and the actions for unsaved changes (decision 125). */
export function SavedViewsBar({ list, columns, onShowAll, isOpenedBare, restored }: SavedViewsBarProps) {
  const view = useOpenView({ list, isOpenedBare, restored, columns, onShowAll });
  const [dialog, setDialog] = useState<{ edited: EditedView; opened: boolean } | null>(null);
  const [isShowingDeleted, showDeleted] = useState(false);
  const { views, current, base } = view;
  const { data } = views;
  const tabsRef = useRef<HTMLDivElement>(null);
  // The button that was pressed disappears with the changes or the view.
  const focusOpenTab = () =>
    setTimeout(() => tabsRef.current?.querySelector<HTMLElement>('[aria-current]')?.focus());
  const edit = (edited: EditedView) => setDialog({ edited, opened: true });
  const shown = { state: stateOf(list, view.search), columns: columns?.current ?? null };
  const saveNew = () => edit({ kind: 'new', ...shown, ...(base ? { name: `${base.name} copy` } : {}) });
  const pinned = (data?.pinned ?? []).flatMap((id) => data?.data.find((one) => one.id === id) ?? []);
  const tabs = current && !pinned.includes(current) ? [...pinned, current] : pinned;
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one scrolling line */}
        <div ref={tabsRef} role="group" aria-label="Views" className={styles.tabs}>
          <Tab isOpen={!current} onOpen={view.showAll}>
            {ALL_LABEL[list]}
          </Tab>
          {tabs.map((one) => (
            <Tab
              key={one.id}
              isOpen={one === current}
              isModified={one === current && view.isModified}
              onOpen={() => view.open(one)}
            >
              {one.name}
            </Tab>
          ))}
        </div>
        {data && (
          <ViewsMenu
            allLabel={ALL_LABEL[list]}
            view={view}
            onSave={saveNew}
            onShowDeleted={() => showDeleted(true)}
          />
        )}
        {data && current && (
          <ViewOptions list={list} current={current} view={view} onEdit={edit} onDeleted={focusOpenTab} />
        )}
      </div>
      <Changes list={list} view={view} shown={shown} onSave={saveNew} onDone={focusOpenTab} />
      {dialog && (
        <EditViewDialog
          {...dialog}
          list={list}
          canShare={data?.can_share ?? false}
          onSaved={(saved) => (dialog.edited.kind === 'new' ? view.open(saved) : view.adopt(saved))}
          onClose={() => setDialog({ ...dialog, opened: false })}
        />
      )}
      <DeletedViewsDialog
        list={list}
        opened={isShowingDeleted}
        onRestored={view.open}
        onClose={() => showDeleted(false)}
      />
    </div>
  );
}

interface TabProps {
  isOpen: boolean;
  isModified?: boolean;
  onOpen: () => void;
  children: ReactNode;
}

function Tab({ isOpen, isModified = false, onOpen, children }: TabProps) {
  return (
    <UnstyledButton className={styles.tab} aria-current={isOpen || undefined} onClick={onOpen}>
      <span className={styles.name}>{children}</span>
      {isModified && <span className={styles.dot} role="img" aria-label="Unsaved changes" />}
    </UnstyledButton>
  );
}

interface ChangesProps {
  list: SavedViewList;
  view: OpenView;
  shown: Pick<SavedView, 'state' | 'columns'>;
  onSave: () => void;
  /** The changes were saved or discarded. */
  onDone: () => void;
}

/** What can be done with a filter, order or columns that are not saved. */
function Changes({ list, view, shown, onSave, onDone }: ChangesProps) {
  const { views, base, isModified, isMissing } = view;
  const updating = useUpdateView();
  if (!views.data) {
    if (!views.error) return null;
    return (
      <div className={styles.changes} role="alert">
        <Text size="sm">The views could not be loaded.</Text>
        <RetryButton onRetry={() => void views.refetch()} isRetrying={views.isFetching} size="compact-sm" />
      </div>
    );
  }
  async function update(saved: SavedView) {
    try {
      view.adopt(await updating.mutateAsync({ id: saved.id, version: saved.version, ...shown }));
      notifySuccess(`View “${saved.name}” was updated.`);
      onDone();
    } catch (error) {
      console.error('the view was not updated', error);
      notifyError(messageOf(error), 'The view was not updated');
      // After a conflict, Discard shows the version that a colleague has saved.
      void views.refetch();
    }
  }
  if (isMissing)
    return (
      <Text size="sm" c="red" role="alert">
        This view was deleted or is not shared with you.
      </Text>
    );
  const canUpdate = base?.can_change && (!base.is_shared || views.data.can_share);
  if (!base && !hasState(list, view.search)) return null;
  if (base && !isModified) return null;
  return (
    <div className={styles.changes}>
      {base && canUpdate && (
        <Button size="compact-sm" loading={updating.isPending} onClick={() => void update(base)}>
          Update View
        </Button>
      )}
      <QuietButton icon={IconDeviceFloppy} onClick={onSave}>
        {base ? 'Save as New' : 'Save View'}
      </QuietButton>
      {base && (
        <QuietButton
          icon={IconX}
          onClick={() => {
            view.open(view.current ?? base);
            onDone();
          }}
        >
          Discard
        </QuietButton>
      )}
    </div>
  );
}
