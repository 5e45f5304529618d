import { ACCOUNTS, accountNamed } from '@ledgerline/contract/rules';
import { Group, Radio, Switch, Textarea, TextInput } from '@mantine/core';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { pasteOneLine } from '../../../components/ui/paste-one-line.ts';
import { PhoneInput } from '../../../components/ui/phone-input.tsx';
import styles from '../invoice-dialog.module.css';
import { CustomerPicker } from './customer-picker.tsx';
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
  return (
    <Switch
      label="Send immediately"
      description="Sends the invoice with its payment link as soon as it is saved."
      checked={values.send_immediately}
      onChange={(event) => onChange({ send_immediately: event.currentTarget.checked })}
    />
  );
}
