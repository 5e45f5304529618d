import type { ReportFigure, ReportTable as Table } from '@ledgerline/contract/reports/endpoints';
import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { SectionCard } from '../../components/ui/section-card.tsx';
import { saveFile } from '../../domain/downloads.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { figureText, linesOf, shareText, tableCsv } from './report-text.ts';
import styles from './reports.module.css';
import { rowsLocation } from './rows-location.ts';

const ReportChart = lazy(async () => ({ default: (await import('./report-chart.tsx')).ReportChart }));

type Line = ReturnType<typeof linesOf>[number];

/** A table of figures, each a link to its rows, with its chart. */
export function ReportTable({ table, fileName }: { table: Table; fileName: string }) {
  const { title, note, columns, rows, chart } = table;
  const hasValues = rows.some(({ cells }) => cells.some(({ value }) => value !== 0));
  return (
    <SectionCard
      title={title}
      text={note || undefined}
      aside={
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Download “${title}” as CSV`}
          onClick={() => saveFile(new Blob([tableCsv(table)], { type: 'text/csv' }), `${fileName}.csv`)}
        >
          CSV
        </Button>
      }
    >
      {rows.length === 0 ? (
        <Text c="dimmed" size="sm">
          No data.
        </Text>
      ) : (
        <>
          {chart && hasValues && (
            <Suspense fallback={<div className={styles.chart} />}>
              <ReportChart table={table} />
            </Suspense>
          )}
          <DataTable
            aria-label={title}
            columns={columnsOf(table)}
            rows={linesOf(table)}
            rowId={({ label, isTotal }) => `${isTotal}${label}`}
            look="quiet"
            minWidth={110 + 82 * columns.length}
            horizontalSpacing={6}
            className={styles.table ?? ''}
          />
        </>
      )}
    </SectionCard>
  );
}

function columnsOf({ heading, columns }: Table): Column<Line>[] {
  return [
    {
      id: 'label',
      header: heading,
      cell: ({ label, isTotal }) => (isTotal ? <strong>{label}</strong> : label),
    },
    ...columns.map(
      ({ label, unit }, at): Column<Line> => ({
        id: `${at}`,
        header: label,
        align: 'right',
        cell: ({ cells, label: row, isTotal }) => {
          const figure = cells[at];
          const share = shareText(cells, at, columns);
          return (
            figure && (
              <span className={isTotal ? styles.total : undefined}>
                <Figure figure={figure} text={figureText(figure.value, unit)} label={`${row}, ${label}`} />
                {share && <span className={styles.share}> {share}</span>}
              </span>
            )
          );
        },
      }),
    ),
  ];
}

interface FigureProps {
  figure: ReportFigure;
  text: string;
  /** Names the figure for screen readers. */
  label: string;
  className?: string;
}

/** A number that opens the rows behind it, unless no list shows them or the agent cannot open that list. */
export function Figure({ figure, text, label, className = '' }: FigureProps) {
  const location = figure.rows && rowsLocation(figure.rows, signedInAgent());
  if (!location) return <span className={`tabular ${className}`}>{text}</span>;
  return (
    <AnchorLink
      {...location}
      className={`tabular ${className}`}
      aria-label={`${label}: ${text}`}
      // Zeros are dimmed to make the other figures stand out.
      c={figure.value === 0 ? 'dimmed' : undefined}
    >
      {text}
    </AnchorLink>
  );
}
