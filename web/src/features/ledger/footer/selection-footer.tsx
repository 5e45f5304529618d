import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { countText, moneyDisplay } from '@ledgerline/contract/rules';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useReducer, useState } from 'react';
import { RetryButton } from '../../../components/ui/retry-button.tsx';
import styles from '../ledger-page.module.css';
import type { LedgerSession } from '../store/ledger-session.ts';
import type { Range } from '../store/paste-plan.ts';
import { type Figures, MAX_COUNTED_CELLS, SelectionTotals, type Sum } from './selection-totals.ts';

/** How long a selection must stay unchanged before it is added up and announced. */
const SETTLE_MS = 250;

interface SelectionFooterProps {
  session: LedgerSession;
  range: Range | null;
  fields: readonly CatalogField[];
  version: number;
}

/** Below the sheet: the number of rows, or count, sum and average of the selected cells. */
export function SelectionFooter({ session, range, fields, version }: SelectionFooterProps) {
  const isSeveral = range !== null && range.width * range.height > 1;
  const { figures, loadAll } = useFigures(session, isSeveral ? range : null, fields, version);
  const rows = countText(session.state.order.count, 'row');
  if (!isSeveral) return <div className={styles.footer}>{rows}</div>;
  const texts = figures ? textsOf(figures) : [];
  return (
    // Focusable, so that the focus stays here when the button has done its work.
    <div className={styles.footer} tabIndex={-1}>
      <VisuallyHidden role="status">{texts.join(', ')}</VisuallyHidden>
      <span className={styles.figures} aria-hidden>
        {texts.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
      {figures && <LoadButton key={JSON.stringify(range)} figures={figures} onLoad={loadAll} />}
    </div>
  );
}

const LOAD_LABELS: Partial<Record<Figures['state'], string>> = {
  waiting: 'Load and Calculate',
  failed: 'Try Again',
};

/** Stays mounted while the load that it started runs. */
function LoadButton({ figures, onLoad }: { figures: Figures; onLoad: () => void }) {
  const [pressed, setPressed] = useState<string>();
  const isLoading = figures.state === 'loading';
  // Reset, because this button does not start later loads.
  if (pressed && figures.state === 'ready') setPressed(undefined);
  const label = isLoading ? pressed : LOAD_LABELS[figures.state];
  if (!label) return null;
  const load = () => {
    setPressed(label);
    onLoad();
  };
  return <RetryButton size="compact-xs" retryLabel={label} isRetrying={isLoading} onRetry={load} />;
}

/** The figures of the selection; null until it has settled. */
function useFigures(
  session: LedgerSession,
  range: Range | null,
  fields: readonly CatalogField[],
  version: number,
) {
  const [loads, onLoaded] = useReducer((count: number) => count + 1, 0);
  const [totals] = useState(() => new SelectionTotals(session, onLoaded));
  const [read, setRead] = useState<{ range: Range; fields: readonly CatalogField[]; figures: Figures }>();
  useEffect(() => () => totals.stop(), [totals]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version and loads signal that cells changed
  useEffect(() => {
    if (!range) return;
    const readFigures = () => setRead({ range, fields, figures: totals.read(range, fields) });
    const timer = setTimeout(readFigures, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [totals, range, fields, version, loads]);
  // Figures of another selection would be false.
  const isCurrent = read?.range === range && read?.fields === fields;
  return { figures: isCurrent ? read?.figures : undefined, loadAll: () => totals.loadAll() };
}

const percentText = (hundredths: number): string =>
  `${(hundredths / 100).toLocaleString('en-US', { maximumFractionDigits: 2 })}%`;

/** The parts of the footer's text. Sums are shown only when every cell is loaded. */
export function textsOf(figures: Figures): string[] {
  const cells = `${countText(figures.cells, 'cell')} selected`;
  if (figures.state === 'loading') return [cells, 'Calculating…'];
  if (figures.state === 'failed') return [cells, 'Couldn’t load all of them.'];
  if (figures.state === 'tooMany')
    return [cells, `Select at most ${MAX_COUNTED_CELLS.toLocaleString('en-US')} for totals.`];
  if (figures.state === 'waiting') return [cells, `${countText(figures.clients, 'client')} not loaded yet`];
  const { filled, money, percent } = figures;
  const hasBoth = money.count > 0 && percent.count > 0;
  return [
    cells,
    `${filled.toLocaleString('en-US')} filled`,
    `${(figures.cells - filled).toLocaleString('en-US')} empty`,
    ...sumTexts(money, moneyDisplay, hasBoth ? ' of amounts' : ''),
    ...sumTexts(percent, percentText, hasBoth ? ' of percentages' : ''),
  ];
}

function sumTexts({ count, hundredths }: Sum, display: (hundredths: number) => string, of: string): string[] {
  if (count === 0) return [];
  return [`Sum${of} ${display(hundredths)}`, `Average${of} ${display(Math.round(hundredths / count))}`];
}
