import {
  type FormDataReading,
  type FormDataSection,
  readFormData,
} from '@ledgerline/contract/submissions/form-data';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { List, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileOff } from '@tabler/icons-react';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { SecretValue } from '../../../components/ui/secret-value.tsx';
import { revealAnswer } from '../api.ts';
import styles from './form-data-sections.module.css';

const LONG_ANSWER = 40;
const LONG_WORD = 16;

interface FormDataSectionsProps {
  submission: Pick<Submission, 'id' | 'form_data'>;
  /** Always a single column. */
  isNarrow?: boolean;
}

/** The answers of a submission in the sections of 1§2, or why there are none (decisions H11). */
export function FormDataSections({ submission, isNarrow = false }: FormDataSectionsProps) {
  const reading = readFormData(submission.form_data);
  if (reading.state !== 'ready') return <StatusMessage reading={reading} />;
  return (
    <div className={styles.sections} data-narrow={isNarrow || undefined}>
      {reading.sections.map((section) => (
        <Section key={section.key} section={section} submissionId={submission.id} />
      ))}
    </div>
  );
}

function Section({ section, submissionId }: { section: FormDataSection; submissionId: number }) {
  return (
    <CardFrame title={section.title}>
      <dl className={styles.grid}>
        {section.rows.map((row) => (
          <div key={row.key} className={styles.field} data-space={spaceOf(row.value)}>
            <dt>{row.label}</dt>
            <dd>
              {row.isSecret ? (
                <SecretValue
                  fetchValue={() => revealAnswer(submissionId, row.key)}
                  label={row.label}
                  mask={row.value}
                />
              ) : (
                row.value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </CardFrame>
  );
}

/** Long answers span the row, long words such as emails more than one column. */
function spaceOf(value: string): 'row' | 'wide' | undefined {
  if (value.length > LONG_ANSWER) return 'row';
  return value.split(/\s/).some((word) => word.length > LONG_WORD) ? 'wide' : undefined;
}

type Unready = Exclude<FormDataReading, { state: 'ready' }>;

function StatusMessage({ reading }: { reading: Unready }) {
  if (reading.state === 'Form Data Structure Issue')
    return (
      <EmptyState
        icon={<IconAlertTriangle size={22} aria-hidden />}
        title={reading.state}
        action={
          <List size="sm" ta="start">
            {reading.errors.map((error) => (
              <List.Item key={error}>
                <Text size="sm">{error}</Text>
              </List.Item>
            ))}
          </List>
        }
      />
    );
  const text =
    reading.state === 'No Form Data'
      ? 'Nothing has been filled in yet. Answers appear here as the client saves them.'
      : 'The form has no answers in any known section.';
  return <EmptyState icon={<IconFileOff size={22} aria-hidden />} title={reading.state} text={text} />;
}
