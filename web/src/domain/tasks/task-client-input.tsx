import { Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ChosenClient } from '../clients/chosen-client.tsx';
import { fullName } from '../clients/client-name.ts';
import { ClientSearch } from '../clients/client-search.tsx';
import type { TaskClient } from './task-values.ts';

interface TaskClientInputProps {
  value: TaskClient | null;
  error: ReactNode;
  onChange: (client: TaskClient | null) => void;
}

/** The client of a task: one, or none. */
export function TaskClientInput({ value, error, onChange }: TaskClientInputProps) {
  const [isChanging, setChanging] = useState(false);
  if (!value)
    return (
      <div>
        <ClientSearch
          label="Client (optional)"
          autoFocus={isChanging}
          error={error}
          failedText="The clients could not be searched."
          onChoose={(client) => onChange({ id: client.id, name: fullName(client) || 'Unnamed client' })}
        />
      </div>
    );
  return (
    <Input.Wrapper label="Client" error={error}>
      <ChosenClient
        label="Client"
        icon={<IconX size={14} aria-hidden />}
        onClear={() => {
          setChanging(true);
          onChange(null);
        }}
      >
        <span style={{ overflowWrap: 'anywhere' }}>{value.name}</span>
      </ChosenClient>
    </Input.Wrapper>
  );
}
