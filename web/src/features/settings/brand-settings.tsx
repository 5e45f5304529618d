import { Code, Text } from '@mantine/core';
import { useBrand } from '../../lib/public-settings.ts';
import styles from './settings-card.module.css';
import { SettingsCard } from './settings-card.tsx';

/** What clients see of the brokerage. */
export function BrandSettings() {
  return (
    <SettingsCard title="Name">
      <dl className={styles.facts}>
        <dt>Brokerage</dt>
        <dd>{useBrand()}</dd>
      </dl>
      <Text size="sm" c="dimmed" mt="md">
        Shown on every page, in emails, invoices and documents. Your IT contact changes it with{' '}
        <Code>BRAND</Code>.
      </Text>
    </SettingsCard>
  );
}
