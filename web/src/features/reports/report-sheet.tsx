import type { Report } from '@ledgerline/contract/reports/endpoints';
import { dateDisplay } from '@ledgerline/contract/rules';
import styles from './report-sheet.module.css';
import { figureText, linesOf, shareText } from './report-text.ts';

/** A report for printing: its tables without charts and links. */
export function ReportSheet({ title, report }: { title: string; report: Report }) {
  const { from, to, is_restricted, highlights, tables } = report;
  return (
    <>
      <h1 className={styles.title}>Report: {title}</h1>
      <p className={styles.faint}>
        {dateDisplay(from)} to {dateDisplay(to)}
        {is_restricted && '. Figures include only clients you can see.'}
      </p>
      <p>
        {highlights
          .map(({ label, unit, figure }) => `${label}: ${figureText(figure.value, unit)}`)
          .join(' · ')}
      </p>
      {tables.map((table) => (
        <section key={table.name}>
          <h2 className={styles.heading}>{table.title}</h2>
          {table.note && <p className={styles.faint}>{table.note}</p>}
          <table className={styles.table}>
            <thead>
              <tr>
                <th>{table.heading}</th>
                {table.columns.map(({ label }) => (
                  <th key={label}>{label}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {linesOf(table).map(({ label, cells, isTotal }) => (
                <tr key={label} data-total={isTotal || undefined}>
                  <th scope="row">{label}</th>
                  {table.columns.map(({ label: column, unit }, at) => (
                    <td key={column}>
                      {figureText(cells[at]?.value ?? 0, unit)} {shareText(cells, at, table.columns)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}
