import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { parseFilter } from '@ledgerline/contract/rules/filters';
import { Button } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Point, SheetHandle } from '../../components/grid/sheet-types.ts';
import { ErrorState } from '../../components/ui/loaded.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { LoadAlert } from '../../components/ui/retry-button.tsx';
import { useAgentNames, useLostNames } from '../../domain/agents/agent-names.ts';
import { ListFilterChips } from '../../domain/filters/list-filters.tsx';
import { SavedViews } from '../../domain/saved-views/saved-views.tsx';
import { LedgerCards } from './cards/ledger-cards.tsx';
import { LedgerDialogs } from './dialogs/ledger-dialogs.tsx';
import { NARROW } from './first-rows.ts';
import styles from './ledger-page.module.css';
import { filteredBy, rememberedView, rememberView, searchOf, viewOf } from './ledger-view.ts';
import { LedgerSheet } from './sheet/ledger-sheet.tsx';
import { LedgerEmpty, LedgerLoading } from './sheet/ledger-states.tsx';
import { LedgerToolbar } from './sheet/ledger-toolbar.tsx';
import { columnsOf, useColumnLayout } from './sheet/use-column-layout.ts';
import type { LedgerSession } from './store/ledger-session.ts';
import { useExport } from './use-export.ts';
import { useLedgerLifecycle, useLedgerSession, useLedgerView } from './use-ledger.ts';

/** All clients in one sheet with inline editing (0§2), on small screens as a list. */
export function LedgerPage() {
  const { session, version } = useLedgerSession();
  const { dataUpdatedAt: namesAt } = useAgentNames();
  const lostNames = useLostNames();
  const [view, changeView] = useLedgerView();
  const [restored] = useState(() => searchOf({ ...viewOf({}), ...rememberedView() }));
  const layout = useColumnLayout();
  const isNarrow = useIsNarrow();
  const [areColumnsOpen, openColumns] = useState(false);
  const sheet = useRef<SheetHandle>(null);
  const navigate = useNavigate();
  const moves = useMoves(session, sheet, layout.fields);
  const exportShown = useExport(view, layout.fields);
  useLedgerLifecycle(session, view);
  useReturn(session, sheet);
  const addRow = isNarrow ? () => void navigate({ to: '/crm/clients/new' }) : moves.addRow;
  useLedgerKeys(session, { addRow, findColumn: () => openColumns(!isNarrow) });
  const toImports = () => void navigate({ to: '/crm/imports' });
  return (
    <div className={styles.page}>
      <PageHeader title="Client Ledger" />
      <div className={styles.views}>
        <SavedViews
          list="ledger"
          columns={{ current: columnsOf(layout.layout), apply: layout.apply }}
          restored={restored}
          onShowAll={() => rememberView(viewOf({}))}
        />
      </div>
      <LedgerToolbar
        {...{ session, view, layout, isNarrow }}
        columns={{ opened: areColumnsOpen, open: openColumns }}
        onView={changeView}
        onFindColumn={(name) => {
          openColumns(false);
          moves.findColumn(name);
        }}
        onAddRow={addRow}
        onExport={exportShown}
        onImport={toImports}
        onReassign={() => session.ranges.requestReassignment()}
        onShowFailed={moves.showFailed}
      />
      {view.filter && (
        <div className={styles.filters}>
          <ListFilterChips
            list="clients"
            filter={parseFilter(view.filter)}
            onChange={(filter) => changeView(filteredBy(filter))}
          />
        </div>
      )}
      <div className={styles.body}>
        <Body
          {...{ session, view }}
          onView={changeView}
          onAddRow={addRow}
          onImport={toImports}
          sheet={
            isNarrow ? (
              <LedgerCards {...{ session, view }} onView={changeView} />
            ) : (
              <LedgerSheet
                {...{ session, view, layout, sheet }}
                // Cells show agent names, which load separately.
                version={version + namesAt}
                sheetRef={sheet}
                onView={changeView}
                onOpenClient={(id) =>
                  void navigate({ to: '/crm/clients/$clientId', params: { clientId: String(id) } })
                }
              />
            )
          }
        />
        <NewClientsButton
          added={session.state.added}
          onShow={() => {
            // The button disappears after showing the new clients, so move focus to the sheet.
            sheet.current?.focus();
            void session.reopen();
          }}
        />
        {lostNames && (
          <div className={styles.lostNames}>
            <LoadAlert
              {...lostNames}
              text="The agents’ names could not be loaded, so the owners of the clients are not shown."
            />
          </div>
        )}
      </div>
      <LedgerDialogs session={session} onClosed={() => sheet.current?.focus()} />
    </div>
  );
}

interface BodyProps {
  session: LedgerSession;
  view: LedgerView;
  onView: (change: Partial<LedgerView>) => void;
  onAddRow: () => void;
  onImport: () => void;
  sheet: React.ReactNode;
}

function Body({ session, view, onView, onAddRow, onImport, sheet }: BodyProps) {
  const { load } = session;
  const [hasFailed, setFailed] = useState(false);
  if (load !== 'loading' && hasFailed !== (load === 'failed')) setFailed(load === 'failed');
  // The button stays during the retry, so focus is preserved.
  if (load === 'failed' || (load === 'loading' && hasFailed))
    return (
      <ErrorState
        title="Failed to load clients."
        onRetry={() => void session.reopen()}
        isRetrying={load === 'loading'}
      />
    );
  if (session.state.order.count > 0) return sheet;
  if (load === 'loading') return <LedgerLoading />;
  return (
    <LedgerEmpty
      isFiltered={view.status !== 'all' || Boolean(view.q || view.filter) || view.owner !== undefined}
      onClear={() => onView({ status: 'all', owner: undefined, q: undefined, filter: undefined })}
      onAddRow={onAddRow}
      onImport={onImport}
    />
  );
}

/** Below this width the clients are a list. */
const useIsNarrow = () => useMediaQuery(NARROW, false, { getInitialValueInEffect: false });

/** A popover first returns focus to its button, and the sheet selects its own cell when focused. */
const FOCUS_MS = 80;

/** Navigation to a position in the sheet. */
function useMoves(
  session: LedgerSession,
  sheet: { current: SheetHandle | null },
  fields: ReturnType<typeof useColumnLayout>['fields'],
) {
  /** A column that may currently be hidden. */
  const [wanted, setWanted] = useState<{ name: FieldName } | null>(null);
  const go = useCallback(
    (cell: Point) => {
      setTimeout(() => {
        sheet.current?.focus();
        // Selecting a cell scrolls it into view. Scrolling too would overshoot.
        requestAnimationFrame(() => sheet.current?.select(cell));
      }, FOCUS_MS);
    },
    [sheet],
  );
  useEffect(() => {
    const col = fields.findIndex((field) => field.name === wanted?.name);
    if (col === -1) return;
    setWanted(null);
    go({ col, row: session.firstRow === 0 ? 0 : session.firstRow + 1 });
  }, [wanted, fields, go, session]);
  const addRow = useCallback(() => {
    session.addRow();
    go({ col: 0, row: session.state.order.count - 1 });
  }, [session, go]);
  const showFailed = () => {
    const failed = [...session.state.failed.values()].at(-1);
    const row = failed ? session.state.order.positionOf(failed.key) : undefined;
    const col = fields.findIndex((field) => field.name === failed?.field);
    if (row !== undefined && col !== -1) go({ col, row });
  };
  return { addRow, showFailed, findColumn: (name: FieldName) => setWanted({ name }) };
}

function useLedgerKeys(
  session: LedgerSession,
  { addRow, findColumn }: { addRow: () => void; findColumn: () => void },
): void {
  useHotkeys([
    ['mod+Z', () => void session.undo()],
    ['mod+shift+Z', () => void session.redo()],
    ['mod+Y', () => void session.redo()],
    ['mod+F', () => document.querySelector<HTMLInputElement>('[data-search-box]')?.select()],
    ['mod+shift+F', findColumn],
    ['alt+N', addRow, { usePhysicalKeys: true }],
  ]);
}

/** Restores the scroll position when returning from a client. */
function useReturn(session: LedgerSession, sheet: { current: SheetHandle | null }): void {
  useEffect(() => {
    const row = session.firstRow;
    if (row === 0) return;
    const frame = requestAnimationFrame(() => sheet.current?.scrollTo({ row }, 'start'));
    return () => cancelAnimationFrame(frame);
  }, [session, sheet]);
}

/** Shows clients added by others. Overlays the sheet to avoid a layout shift. */
function NewClientsButton({ added, onShow }: { added: number; onShow: () => void }) {
  if (added === 0) return null;
  return (
    <Button className={styles.newClients ?? ''} onClick={onShow}>
      {added === 1 ? 'Show 1 new client' : `Show ${added.toLocaleString('en-US')} new clients`}
    </Button>
  );
}
