import type { Bundle } from '@ledgerline/contract/bundles/endpoints';
import { Chip, Group, Input, Stack, Text } from '@mantine/core';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { useBundles } from '../../../domain/forms/use-bundles.ts';
import { leftOutOf, withBundle } from './bundle-choices.ts';
import type { FormChoices } from './form-choices.ts';
import { LeftOutForms } from './left-out-forms.tsx';

interface BundleChooserProps {
  choices: FormChoices;
  onChange: (choices: FormChoices) => void;
}

/** Named sets of templates, last used first; one click selects all usable ones. */
export function BundleChooser(props: BundleChooserProps) {
  return (
    <Stack gap={4}>
      <Input.Label labelElement="div">Bundles</Input.Label>
      <Loaded
        query={useBundles()}
        failed="The bundles could not be loaded."
        loading={<LoadingRows rows={1} height={26} label="Loading bundles" />}
        isInCard
      >
        {(bundles) =>
          bundles.length === 0 ? (
            <Text size="sm" c="dimmed">
              No bundles yet. Create one under Forms, Form Templates, Bundles.
            </Text>
          ) : (
            <Choices {...props} bundles={bundles} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function Choices({ bundles, choices, onChange }: BundleChooserProps & { bundles: readonly Bundle[] }) {
  const isChosen = ({ id }: Bundle) => choices.bundleIds.includes(id);
  return (
    <Stack gap={6}>
      <Group gap={6} role="group" aria-label="Bundles" mah={132} style={{ overflowY: 'auto' }}>
        {bundles.map((bundle) => (
          <Chip
            key={bundle.id}
            size="xs"
            checked={isChosen(bundle)}
            onChange={() => onChange(withBundle(choices, bundle, bundles))}
          >
            {bundle.name}
          </Chip>
        ))}
      </Group>
      <LeftOutForms forms={leftOutOf(bundles.filter(isChosen))} />
    </Stack>
  );
}
