import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { isMask } from '@ledgerline/contract/rules';
import { ActionIcon, CloseButton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormattedInput } from '../../../components/ui/formatted-input.tsx';
import { formatSsn } from '../../../components/ui/typed-formats.ts';
import { useReveal } from '../../../components/ui/use-reveal.ts';
import { revealSecret } from '../api.ts';
import { secretText, typedIntoMask } from './edit-values.ts';

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
export function SecretInput(props: SecretInputProps) {
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
      variant="subtle"
      color="gray"
      size="sm"
      loading={isPending}
      onClick={onClick}
      aria-label={`${isShown ? 'Hide' : 'Reveal'} ${label}`}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
