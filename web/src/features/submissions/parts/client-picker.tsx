import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { Anchor, Button } from '@mantine/core';
import { IconExternalLink, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ClientSearch, FoundClient } from '../../../components/ui/client-search.tsx';
import { useFoundClients } from '../api.ts';
import styles from './client-picker.module.css';

interface ClientPickerProps {
  label: string;
  value: ClientRow | null;
  onChange: (client: ClientRow | null) => void;
  autoFocus?: boolean;
}

/** Finds a person by name, email or phone; an empty search finds nobody (1§5), nor does one that failed (SU-120). */
export function ClientPicker({ label, value, onChange, autoFocus = false }: ClientPickerProps) {
  const [isChanging, setChanging] = useState(false);
  if (value) return <Chosen label={label} client={value} onClear={clear} />;

  function clear() {
    setChanging(true);
    onChange(null);
  }
  return (
    <div>
      <ClientSearch
        label={label}
        placeholder="Name, email or phone"
        isFirst={autoFocus}
        autoFocus={isChanging}
        useFound={useFoundClients}
        failedText="No clients found"
        onChoose={onChange}
      />
      <Anchor href="/crm/clients/new" target="_blank" rel="noopener" size="sm" className={styles.newClient}>
        New client <IconExternalLink size={13} aria-hidden />
      </Anchor>
    </div>
  );
}

function Chosen({ label, client, onClear }: { label: string; client: ClientRow; onClear: () => void }) {
  return (
    <fieldset className={styles.chosen} aria-label={label}>
      <FoundClient client={client} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={onClear}
        autoFocus
      >
        Change
      </Button>
    </fieldset>
  );
}
