import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { phoneDisplay } from '@ledgerline/contract/rules';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { ChosenClient } from '../../../domain/clients/chosen-client.tsx';
import { fullName } from '../../../domain/clients/client-name.ts';
import { ClientSearch } from '../../../domain/clients/client-search.tsx';
import type { FormPartProps } from './form-part.ts';

/** The client of an invoice: searched for, or preset by the page. */
export function CustomerPicker({ values, errors, onChange, isFixed }: FormPartProps & { isFixed: boolean }) {
  const [chosen, setChosen] = useState('');
  // Search and selection replace each other, and focus moves to the one that appears.
  const [isSwitched, setSwitched] = useState(false);
  if (values.customer_id !== null)
    return (
      <ChosenClient
        label="Client"
        autoFocus={isSwitched}
        {...(isFixed
          ? {}
          : {
              onClear: () => {
                setSwitched(true);
                onChange({ customer_id: null });
              },
            })}
      >
        <span>
          <Text size="sm" fw={500}>
            Client
          </Text>
          <Text size="sm">
            {chosen || values.full_name || values.email || `Client ${values.customer_id}`}
          </Text>
        </span>
      </ChosenClient>
    );
  function choose(client: ClientRow) {
    const name = fullName(client);
    setChosen(name);
    setSwitched(true);
    onChange({
      customer_id: client.id,
      full_name: name,
      email: client.primary_email ?? '',
      phone: client.primary_phone ? phoneDisplay(client.primary_phone) : '',
    });
  }
  return (
    <div>
      <ClientSearch
        label="Client"
        withAsterisk
        error={errors.customer_id}
        autoFocus={isSwitched}
        failedText="The clients could not be searched."
        onChoose={choose}
      />
    </div>
  );
}
