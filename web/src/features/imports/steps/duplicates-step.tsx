import {
  DUPLICATE_CHOICES,
  type DuplicateChoice,
  MATCH_KEYS,
  type MatchKey,
} from '@ledgerline/contract/imports/endpoints';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import { DATE_ORDERS } from '@ledgerline/contract/rules';
import { Button, Checkbox, Group, Paper, Radio, Stack, Text } from '@mantine/core';
import { PageBar } from '../../../components/ui/page-bar.tsx';
import styles from '../imports.module.css';
import { missingFor } from './mapping.ts';
import { StepHeading } from './step-heading.tsx';
import type { ImportChoices } from './use-choices.ts';

interface DuplicatesStepProps {
  kind: ImportKind;
  choices: ImportChoices;
  onChange: (change: Partial<ImportChoices>) => void;
  /** The dates in the file don't reveal which number is the month. */
  isOrderUnclear: boolean;
  error: string | null | undefined;
  isChecking: boolean;
  onBack: () => void;
  onNext: () => void;
}

const KEYS: Record<MatchKey, { label: string; hint: string }> = {
  email: {
    label: 'Email',
    hint: 'Only together with a similar name, so household members who share an email stay separate.',
  },
  phone: { label: 'Phone', hint: 'Compares digits only, and only together with a similar name.' },
  name_dob: {
    label: 'Name and birth date',
    hint: 'First name, last name and birth date. Ignores case, accents and apostrophes.',
  },
};

const CHOICES: Record<DuplicateChoice, { label: string; text: string }> = {
  skip: {
    label: 'Skip the row',
    text: 'Existing clients don’t change. Only rows for new clients are imported.',
  },
  update: {
    label: 'Update the client',
    text: 'Filled cells replace the client’s values. Empty cells change nothing. You confirm each row that would replace an SSN, or a name together with a birth date.',
  },
  create: {
    label: 'Create another client',
    text: 'Every row becomes a new client, even if the client already exists.',
  },
};

const POLICY_CHOICES: typeof CHOICES = {
  ...CHOICES,
  update: {
    label: 'Update the policy',
    text: 'Filled cells replace the policy’s values, and empty cells change nothing.',
  },
  skip: {
    label: 'Skip the row',
    text: 'Existing policies don’t change. A row without a number is also skipped if the client has a policy of this carrier and line whose dates overlap.',
  },
};

/** How rows find their client and policy. */
function PolicyMatching({ choices, onChange }: MatchingProps) {
  return (
    <>
      <StepHeading title="Match policies">
        Rows are matched to clients by client id, by email or phone together with a similar name, or by name
        and birth date. Rows without any of these are matched by the policy number. Rows that match no client
        are rejected.
      </StepHeading>
      <Text>
        A row matches the client’s policy that has the same carrier, number and effective date. If the row or
        the policy has no number, the line is compared instead. Every other row becomes a new policy.
      </Text>
      <DuplicateChoices
        label="If the policy already exists"
        order={['update', 'skip']}
        choices={choices}
        onChange={onChange}
        texts={POLICY_CHOICES}
      />
    </>
  );
}

type MatchingProps = Pick<DuplicatesStepProps, 'choices' | 'onChange'>;

function ClientMatching({ choices, onChange }: MatchingProps) {
  return (
    <>
      <StepHeading title="Handle duplicates">
        Rows are compared with every client and with the earlier rows of the file.
      </StepHeading>
      <MatchKeys choices={choices} onChange={onChange} />
      <DuplicateChoices
        label="If the client already exists"
        order={['skip', 'update', 'create']}
        choices={choices}
        onChange={onChange}
        texts={CHOICES}
      />
    </>
  );
}

interface DuplicateChoicesProps extends MatchingProps {
  label: string;
  order: readonly DuplicateChoice[];
  texts: typeof CHOICES;
}

function DuplicateChoices({ label, order, texts, choices, onChange }: DuplicateChoicesProps) {
  return (
    <Radio.Group
      label={label}
      value={choices.duplicates}
      onChange={(value) => {
        const duplicates = DUPLICATE_CHOICES.find((choice) => choice === value);
        if (duplicates) onChange({ duplicates });
      }}
    >
      <Stack gap="xs" mt={4}>
        {order.map((choice) => (
          <Radio.Card key={choice} value={choice} className={styles.card} withBorder>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator mt={1} />
              <div>
                <Text fw={500}>{texts[choice].label}</Text>
                <Text size="sm" c="dimmed">
                  {texts[choice].text}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** How existing clients are matched, and what happens to their rows. */
export function DuplicatesStep(props: DuplicatesStepProps) {
  const { kind, choices, onChange, isOrderUnclear, error, isChecking, onBack, onNext } = props;
  return (
    <Stack gap="md">
      {kind === 'policies' ? (
        <PolicyMatching choices={choices} onChange={onChange} />
      ) : (
        <ClientMatching choices={choices} onChange={onChange} />
      )}
      {isOrderUnclear && <DateOrderChoice choices={choices} onChange={onChange} />}
      <PageBar problem={error}>
        <Button variant="default" onClick={onBack} disabled={isChecking}>
          Back
        </Button>
        <Button onClick={onNext} loading={isChecking}>
          Check File
        </Button>
      </PageBar>
    </Stack>
  );
}

/** A match key whose columns are not imported is disabled and explains why. */
function MatchKeys({ choices, onChange }: Pick<DuplicatesStepProps, 'choices' | 'onChange'>) {
  const usable = MATCH_KEYS.filter((key) => missingFor(key, choices.mapping).length === 0);
  const chosen = choices.match.filter((key) => usable.includes(key));
  return (
    <Checkbox.Group
      label="Match by"
      value={chosen}
      onChange={(values) => onChange({ match: MATCH_KEYS.filter((key) => values.includes(key)) })}
    >
      <Paper withBorder p="md" mt={4}>
        <Stack gap="sm">
          {MATCH_KEYS.map((key) => {
            const missing = missingFor(key, choices.mapping);
            const lacks = `No column is imported as ${missing.join(' or ')}.`;
            return (
              <Checkbox
                key={key}
                value={key}
                label={KEYS[key].label}
                description={missing.length > 0 ? lacks : KEYS[key].hint}
                disabled={missing.length > 0}
              />
            );
          })}
          {chosen.length === 0 && (
            <Text size="sm" role="status">
              No match rule is selected, so every row becomes a new client.
            </Text>
          )}
        </Stack>
      </Paper>
    </Checkbox.Group>
  );
}

const LABELS = {
  mdy: 'Month first: 03/04/1980 is March 4, 1980',
  dmy: 'Day first: 03/04/1980 is April 3, 1980',
} as const;

interface DateOrderChoiceProps {
  choices: ImportChoices;
  onChange: (change: Partial<ImportChoices>) => void;
}

/** Lets the user choose the date format if the file is ambiguous. */
function DateOrderChoice({ choices, onChange }: DateOrderChoiceProps) {
  return (
    <Radio.Group
      label="Date format of this file"
      description="The dates in this file fit both formats or contradict each other. Compare with a date you know."
      value={choices.date_order ?? ''}
      onChange={(value) => onChange({ date_order: DATE_ORDERS.find((order) => order === value) ?? null })}
    >
      <Stack gap="xs" mt={8}>
        {DATE_ORDERS.map((order) => (
          <Radio key={order} value={order} label={LABELS[order]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
