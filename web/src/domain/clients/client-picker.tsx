import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { Anchor, Input } from '@mantine/core';
import { IconExternalLink, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ChosenClient } from './chosen-client.tsx';
import styles from './client-picker.module.css';
import { ClientSearch, FoundClient } from './client-search.tsx';

interface ClientPickerProps {
  label: string;
  value: ClientRow | null;
  onChange: (client: ClientRow | null) => void;
  error?: ReactNode;
  autoFocus?: boolean;
}

/** Finds a client by name, email or phone; an empty search finds no one (1§5), nor does a failed one (SU-120). */
export function ClientPicker({ label, value, onChange, error, autoFocus = false }: ClientPickerProps) {
  const [isChanging, setChanging] = useState(false);
  if (value)
    return (
      <Input.Wrapper error={error}>
        <ChosenClient label={label} icon={<IconX size={14} aria-hidden />} onClear={clear} autoFocus>
          <FoundClient client={value} />
        </ChosenClient>
      </Input.Wrapper>
    );

  function clear() {
    setChanging(true);
    onChange(null);
  }
  return (
    <div>
      <ClientSearch
        label={label}
        isFirst={autoFocus}
        autoFocus={isChanging}
        error={error}
        failedText="No clients found"
        onChoose={onChange}
      />
      <Anchor href="/crm/clients/new" target="_blank" rel="noopener" size="sm" className={styles.newClient}>
        New client <IconExternalLink size={13} aria-hidden />
      </Anchor>
    </div>
  );
}
