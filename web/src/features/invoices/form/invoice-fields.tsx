import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { ACCOUNTS, accountNamed, EMAIL_NOT_CONNECTED, phoneDisplay } from '@ledgerline/contract/rules';
import { Group, Radio, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { PhoneInput } from '../../../components/ui/formatted-input.tsx';
import { pasteOneLine } from '../../../components/ui/paste-one-line.ts';
import { ChosenClient } from '../../../domain/clients/chosen-client.tsx';
import { fullName } from '../../../domain/clients/client-name.ts';
import { ClientSearch } from '../../../domain/clients/client-search.tsx';
import { useIsEmailConnected } from '../../../lib/public-settings.ts';
import styles from '../invoice-dialog.module.css';
import type { FormPartProps } from './form-part.ts';

/** Title, recipient and account of an invoice. */
export function InvoiceFields(props: FormPartProps & { isClientFixed: boolean; isNew: boolean }) {
  const { values, errors, onChange, isClientFixed, isNew } = props;
  return (
    <>
      <TextInput
        label="Title"
        withAsterisk
        maxLength={300}
        value={values.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        onPaste={(event) => pasteOneLine(event, (title) => onChange({ title }))}
        error={errors.title}
        data-autofocus
      />
      <Textarea
        label="Description"
        rows={2}
        resize="vertical"
        maxLength={5000}
        value={values.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        error={errors.description}
      />
      <CustomerPicker values={values} errors={errors} onChange={onChange} isFixed={isClientFixed} />
      <ContactFields values={values} errors={errors} onChange={onChange} />
      <div className={styles.pair}>
        <AccountChoice values={values} errors={errors} onChange={onChange} />
        <DateInput
          label="Due date"
          isUpcoming
          value={values.due_date}
          onChange={(due_date) => onChange({ due_date })}
          error={errors.due_date}
        />
      </div>
      {isNew && <SendSwitch values={values} errors={errors} onChange={onChange} />}
    </>
  );
}

/** The invoice's own contact details, independent of later client changes (decisions K8). */
function ContactFields({ values, errors, onChange }: FormPartProps) {
  return (
    <div className={styles.pair} style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))' }}>
      <TextInput
        label="Name on the invoice"
        maxLength={300}
        value={values.full_name}
        onChange={(event) => onChange({ full_name: event.currentTarget.value })}
        error={errors.full_name}
      />
      <TextInput
        label="Email"
        inputMode="email"
        maxLength={254}
        autoComplete="off"
        value={values.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
        error={errors.email}
      />
      <PhoneInput
        label="Phone"
        maxLength={40}
        value={values.phone}
        onChange={(phone) => onChange({ phone })}
        error={errors.phone}
      />
    </div>
  );
}

function AccountChoice({ values, errors, onChange }: FormPartProps) {
  return (
    <Radio.Group
      label="Account"
      withAsterisk
      value={values.square_account}
      onChange={(chosen) => {
        const account = accountNamed(chosen);
        if (account) onChange({ square_account: account.value });
      }}
      error={errors.square_account}
      data-wrong={errors.square_account ? 'true' : undefined}
    >
      <Group gap="md" mih={36}>
        {ACCOUNTS.map(({ value, label }) => (
          <Radio key={value} value={value} label={`${value} (${label})`} />
        ))}
      </Group>
    </Radio.Group>
  );
}

function SendSwitch({ values, onChange }: FormPartProps) {
  const isConnected = useIsEmailConnected();
  return (
    <Switch
      label="Send immediately"
      description={
        isConnected
          ? 'Sends the invoice with its payment link as soon as it is saved.'
          : `${EMAIL_NOT_CONNECTED} The invoice is marked as sent as soon as it is saved. Copy its payment link and send it yourself.`
      }
      checked={values.send_immediately}
      onChange={(event) => onChange({ send_immediately: event.currentTarget.checked })}
    />
  );
}

/** The client of an invoice: searched for, or preset by the page. */
function CustomerPicker({ values, errors, onChange, isFixed }: FormPartProps & { isFixed: boolean }) {
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
