import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useDialogLeave } from '../../components/ui/guarded-modal.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { opensElsewhere } from '../../lib/events.ts';
import { isOwner, signedInAgent } from '../../lib/sign-in.ts';
import type { SettingsSection } from './settings-sections.ts';

/** Leads from a dialog to the same settings among all others; the settings are for owners. */
export function SettingsLink({ section }: { section?: SettingsSection }) {
  const leave = useDialogLeave();
  const navigate = useNavigate();
  if (!isOwner(signedInAgent())) return null;
  const target = section
    ? ({ to: '/crm/settings/$section', params: { section } } as const)
    : ({ to: '/crm/settings' } as const);
  return (
    <Text size="sm" mb="sm">
      <AnchorLink
        {...target}
        inherit
        onClick={(event) => {
          if (opensElsewhere(event)) return;
          event.preventDefault();
          leave(() => void navigate(target));
        }}
      >
        All settings
      </AnchorLink>
    </Text>
  );
}
