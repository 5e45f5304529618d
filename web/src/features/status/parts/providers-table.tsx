import type { ProviderState } from '@ledgerline/contract/providers/endpoints';
import { Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { WordBadge } from '../../../components/ui/word-badge.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { adapterWords, eventWords, PART_WORDS, stateWord } from './provider-words.ts';
import styles from './providers.module.css';
import { RelativeTime } from './relative-time.tsx';

interface ProvidersTableProps {
  providers: readonly ProviderState[];
  /** When they were asked. */
  now: number;
}

/** One row per part; a list where the screen is narrow. */
export function ProvidersTable(props: ProvidersTableProps) {
  return useIsWide() ? <WideTable {...props} /> : <NarrowList {...props} />;
}

function WideTable({ providers, now }: ProvidersTableProps) {
  return (
    <div className={styles.frame}>
      <Table verticalSpacing={8} horizontalSpacing={0} className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Part</Table.Th>
            <Table.Th>Served by</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Last success</Table.Th>
            <Table.Th>Last error</Table.Th>
            <Table.Th>Events</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {providers.map((state) => (
            <Fragment key={state.part}>
              <Table.Tr data-has-error={state.last_error !== null || undefined}>
                <Table.Td fw={500}>{PART_WORDS[state.part]}</Table.Td>
                <Table.Td>{adapterWords(state.name)}</Table.Td>
                <Table.Td>
                  <StateBadge state={state} />
                </Table.Td>
                <Table.Td className="tabular">
                  <RelativeTime instant={state.last_success_at} now={now} />
                </Table.Td>
                <Table.Td className="tabular">
                  <RelativeTime instant={state.last_error_at} now={now} />
                </Table.Td>
                <Table.Td className="tabular">
                  <Events state={state} />
                </Table.Td>
              </Table.Tr>
              {state.last_error && (
                <Table.Tr>
                  <Table.Td />
                  <Table.Td colSpan={5} className={errorClass(state)}>
                    {state.last_error}
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function NarrowList({ providers, now }: ProvidersTableProps) {
  return (
    <ul className={styles.list}>
      {providers.map((state) => (
        <li key={state.part}>
          <div className={styles.head}>
            <span>
              <b>{PART_WORDS[state.part]}</b>
              <span className={styles.adapter}>{adapterWords(state.name)}</span>
            </span>
            <StateBadge state={state} />
          </div>
          <dl className={styles.facts}>
            <dt>Last success</dt>
            <dd className="tabular">
              <RelativeTime instant={state.last_success_at} now={now} />
            </dd>
            <dt>Last error</dt>
            <dd className="tabular">
              <RelativeTime instant={state.last_error_at} now={now} />
            </dd>
            {state.last_error && <dd className={errorClass(state)}>{state.last_error}</dd>}
            {state.events_waiting !== null && (
              <>
                <dt>Events</dt>
                <dd className="tabular">
                  <Events state={state} />
                </dd>
              </>
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function errorClass(state: ProviderState): string {
  return (stateWord(state).isFailing ? styles.error : styles.past) ?? '';
}

function StateBadge({ state }: { state: ProviderState }) {
  const { word, hue } = stateWord(state);
  return (
    <WordBadge hue={hue} data-hue={hue}>
      {word}
    </WordBadge>
  );
}

function Events({ state }: { state: ProviderState }) {
  const isBad = (state.events_parked ?? 0) > 0;
  return (
    <Text component="span" inherit {...(isBad ? { className: styles.bad ?? '' } : {})}>
      {eventWords(state)}
    </Text>
  );
}
