import '@mantine/charts/styles.layer.css';
import type { ReportTable } from '@ledgerline/contract/reports/endpoints';
import { BarChart } from '@mantine/charts';
import { Text, type XAxisTickContentProps } from 'recharts';
import { chartedRows, figureText } from './report-text.ts';
import styles from './reports.module.css';

const HEIGHT = 240;
/** In pixels; the library measures labels with this size. */
const LABEL_SIZE = 12;
const LABEL_GAP = 6;
/** The minimum width of a readable label. */
const LABEL_WIDTH = 34;

const COMPACT_MONEY = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact' });

/**
 * The label below a bar, wrapped or shortened to its width. Every bar has one if they are wide enough, otherwise every second or
 * third, and always the last.
 */
function BarLabel({ payload, width, index, visibleTicksCount, ...position }: XAxisTickContentProps) {
  const share = Number(width) / visibleTicksCount;
  const every = Math.ceil(LABEL_WIDTH / share);
  if ((visibleTicksCount - 1 - index) % every !== 0) return null;
  return (
    <Text
      {...position}
      width={share * every - LABEL_GAP}
      maxLines={2}
      lineHeight="1.2em"
      style={{ fontSize: LABEL_SIZE }}
      className={styles.label}
    >
      {String(payload.value)}
    </Text>
  );
}

/** The first rows of a table as bars. The table has the same numbers, so screen readers skip the drawing. */
export function ReportChart({ table }: { table: ReportTable }) {
  const charted = table.columns.flatMap(({ is_charted, ...column }, at) =>
    is_charted ? [{ ...column, at }] : [],
  );
  const unit = charted[0]?.unit ?? 'count';
  const data = table.rows.slice(0, chartedRows(table.chart, charted.length)).map(({ label, cells }) => ({
    label,
    ...Object.fromEntries(charted.map(({ at }) => [`c${at}`, cells[at]?.value ?? 0])),
  }));
  return (
    <div
      role="img"
      aria-label={`Chart: ${table.title}. The table below has the same numbers.`}
      className={styles.chart}
    >
      <BarChart
        h={HEIGHT}
        data={data}
        dataKey="label"
        type={table.chart === 'stacked' ? 'stacked' : 'default'}
        series={charted.map(({ label, at }, position) => ({
          name: `c${at}`,
          label,
          color: `var(--report-series-${position + 1})`,
        }))}
        withLegend={charted.length > 1}
        maxBarWidth={36}
        xAxisProps={{ interval: 0, height: 36, tickMargin: 6, tick: BarLabel }}
        tickLine="none"
        gridAxis="x"
        valueFormatter={(value) => figureText(value, unit)}
        yAxisProps={{
          width: 56,
          allowDecimals: false,
          tickFormatter: (value: number) =>
            unit === 'cents' ? COMPACT_MONEY.format(value / 100) : COMPACT.format(value),
        }}
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
      />
    </div>
  );
}
