import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { isMask } from '@ledgerline/contract/rules';
import { ActionIcon, CloseButton, Select, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { FormattedInput, MoneyInput, PhoneInput } from '../../../components/ui/formatted-input.tsx';
import { RichTextInput } from '../../../components/ui/rich-text-input.tsx';
import { SearchSelect } from '../../../components/ui/search-select.tsx';
import { useReveal } from '../../../components/ui/secret-value.tsx';
import { formatSsn } from '../../../components/ui/typed-formats.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { revealSecret } from '../api.ts';
import { secretText, sentence, typedIntoMask } from './edit-values.ts';

export interface FieldInputProps {
  clientId: number;
  field: CatalogField;
  value: string;
  error: ReactNode;
  isFirst: boolean;
  onChange: (text: string) => void;
}

/** The input for a field's type. */
export function FieldInput(props: FieldInputProps) {
  const { clientId, field, value, error, isFirst, onChange } = props;
  const { card_security_code } = usePublicSettings();
  if (field.options) return <ChoiceInput {...props} />;
  if (field.kind === 'richtext')
    return (
      <RichTextInput
        label={field.short}
        error={error}
        value={value}
        onChange={onChange}
        autoFocus={isFirst}
      />
    );
  if (field.kind !== 'secret') return <PlainInput {...props} />;
  return (
    <SecretInput
      {...sharedProps(props)}
      clientId={clientId}
      field={field}
      value={value}
      onChange={onChange}
      isUnsupported={field.isSecurityCode === true && card_security_code === 'refuse'}
    />
  );
}

/** Used to focus the input on a validation error and when the dialog opens. */
function sharedProps({ field, error, isFirst }: FieldInputProps) {
  return { label: field.short, error, 'data-path': field.name, 'data-autofocus': isFirst || undefined };
}

function ChoiceInput(props: FieldInputProps) {
  const { field, value, onChange } = props;
  const Choice = field.name === 'pref_lang' ? SearchSelect : Select;
  return (
    <Choice
      {...sharedProps(props)}
      data={choices(field, value)}
      value={value || null}
      onChange={(choice) => onChange(choice ?? '')}
      allowDeselect={false}
      clearable={field.kind !== 'enum'}
    />
  );
}

function PlainInput(props: FieldInputProps) {
  const { field, value, onChange } = props;
  const shared = sharedProps(props);
  if (field.kind === 'money') return <MoneyInput {...shared} value={value} onChange={onChange} />;
  if (field.kind === 'phone') return <PhoneInput {...shared} value={value} onChange={onChange} />;
  if (field.kind === 'date')
    return (
      <DateInput
        {...shared}
        value={value || null}
        onChange={(date) => onChange(date ?? '')}
        isBirthday={field.dateOf === 'birth'}
        isUpcoming={field.dateOf === 'follow_up'}
      />
    );
  return (
    <TextInput
      {...shared}
      {...TEXT_KINDS[field.kind]}
      autoComplete="off"
      maxLength={field.maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const TEXT_KINDS: Partial<Record<CatalogField['kind'], object>> = {
  // Not type="email": browsers rewrite internationalized domains there.
  email: { inputMode: 'email' },
  percent: { inputMode: 'decimal', rightSection: '%', classNames: { input: 'tabular' } },
  url: { type: 'url', placeholder: 'https://' },
};

/** The available options, plus a stored value that is not among them (0§3 pref_lang). */
function choices(field: CatalogField, value: string): { value: string; label: string }[] {
  const options = field.options ?? [];
  const all = value === '' || options.includes(value) ? options : [...options, value];
  return all.map((option) => ({ value: option, label: sentence(option) }));
}

const CVC_NOT_STORED = 'This brokerage does not store card security codes.';

interface SecretInputProps {
  clientId: number;
  field: CatalogField;
  /** The mask until the agent types. It is never sent, and a revealed value only replaces it visually. */
  value: string;
  error?: ReactNode;
  onChange: (text: string) => void;
  /** New values may not be stored, but an existing one can be removed (decisions D14). */
  isUnsupported: boolean;
  'data-path'?: string;
  'data-autofocus'?: boolean | undefined;
}

/** Shows the mask until it is revealed or replaced by typing (decisions D13). */
function SecretInput(props: SecretInputProps) {
  const { clientId, field, value, error, onChange, isUnsupported, ...rest } = props;
  const secret = useReveal(() => revealSecret(clientId, field.name));
  const isUntouched = isMask(value);
  const isRevealed = isUntouched && secret.value !== null;
  const shown = isUntouched && secret.value !== null ? secretText(field, secret.value) : value;
  const eye = (
    <EyeButton
      label={field.short}
      isShown={isRevealed}
      isPending={secret.isPending}
      onClick={isRevealed ? secret.hide : secret.reveal}
    />
  );
  const remove = <CloseButton size="sm" aria-label={`Remove ${field.short}`} onClick={() => onChange('')} />;
  return (
    <FormattedInput
      {...rest}
      label={field.short}
      value={shown}
      error={error ?? secret.failure}
      maxLength={field.maxLength}
      spellCheck={false}
      classNames={{ input: 'tabular' }}
      readOnly={isUnsupported}
      {...(isUnsupported ? { description: CVC_NOT_STORED } : {})}
      format={field.mask === 'ssn' ? formatSsn : asTyped}
      onChange={(text) => onChange(isMask(shown) ? typedIntoMask(shown, text) : text)}
      onFocus={(event) => {
        if (isMask(shown)) event.currentTarget.select();
      }}
      rightSection={isUntouched && (isUnsupported ? remove : eye)}
    />
  );
}

const asTyped = (text: string) => text;

interface EyeButtonProps {
  label: string;
  isShown: boolean;
  isPending: boolean;
  onClick: () => void;
}

function EyeButton({ label, isShown, isPending, onClick }: EyeButtonProps) {
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <ActionIcon
      size="sm"
      loading={isPending}
      onClick={onClick}
      aria-label={`${isShown ? 'Hide' : 'Reveal'} ${label}`}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
