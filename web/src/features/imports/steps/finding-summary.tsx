import type { Import, ImportFinding } from '@ledgerline/contract/imports/endpoints';
import { Button, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { rowsText } from '../import-texts.ts';
import styles from '../imports.module.css';
import { FindingText } from './finding-text.tsx';

const SHOWN_FIRST = 5;

interface FindingSummaryProps {
  batch: Import;
  findings: readonly (ImportFinding & { rows: number })[];
}

/** Findings grouped by frequency, so one wrong column shows as one line instead of ten thousand. */
export function FindingSummary({ batch, findings }: FindingSummaryProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (findings.length === 0) return null;
  const shown = showsAll ? findings : findings.slice(0, SHOWN_FIRST);
  return (
    <Paper withBorder p="md" component="section" aria-label="Findings by frequency">
      <ul className="plain">
        {shown.map((finding) => (
          <li key={`${finding.level} ${finding.field} ${finding.message}`} className={styles.finding}>
            <FindingText batch={batch} finding={finding} />
            <Text span size="sm" c="dimmed" className="tabular">
              {' '}
              · {rowsText(finding.rows)}
            </Text>
          </li>
        ))}
      </ul>
      {findings.length > SHOWN_FIRST && (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show Fewer' : `Show All ${findings.length}`}
        </Button>
      )}
    </Paper>
  );
}
