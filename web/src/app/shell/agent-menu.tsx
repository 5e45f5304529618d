import { Avatar, Box, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconHelp,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSettings,
  IconShieldSearch,
  IconSun,
  IconUserEdit,
  IconUsers,
} from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { isAgentManager, isOwner, signedInAgent, useStoredName } from '../../lib/sign-in.ts';
import { helpFor } from './help-topics.ts';
import styles from './sidebar.module.css';
import { useSignOut } from './use-sign-out.ts';

const SCHEMES = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const;

/** The signed-in agent and account actions (0§2). */
export function AgentMenu({ onNavigate }: { onNavigate?: () => void }) {
  const name = useStoredName();
  const agent = signedInAgent();
  const navigate = useNavigate();
  const router = useRouter();
  const signOut = useSignOut();
  function go(to: string, hash = '') {
    onNavigate?.();
    void navigate({ to, hash });
  }
  return (
    <Menu position="top-start" width={212} withinPortal shadow="md">
      <Menu.Target>
        <UnstyledButton className={styles.agent} aria-label={`${name}, Administrator: agent menu`}>
          <Avatar name={name} size={30} color="gray" variant="light" aria-hidden />
          <Box component="span" flex={1} miw={0}>
            <span className={styles.agentName}>{name}</span>
            <span className={styles.agentRole}>Administrator</span>
          </Box>
          <IconSelector size={15} aria-hidden color="var(--mantine-color-dimmed)" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUserEdit size={16} aria-hidden />}
          onClick={() => go(`/crm/agents/${agent?.id ?? ''}`)}
        >
          Edit Info
        </Menu.Item>
        {isAgentManager(agent) && (
          <Menu.Item leftSection={<IconUsers size={16} aria-hidden />} onClick={() => go('/crm/agents')}>
            Manage Agents
          </Menu.Item>
        )}
        {isOwner(agent) && (
          <>
            <Menu.Item
              leftSection={<IconShieldSearch size={16} aria-hidden />}
              onClick={() => go('/crm/audit')}
            >
              Audit Log
            </Menu.Item>
            <Menu.Item
              leftSection={<IconSettings size={16} aria-hidden />}
              onClick={() => go('/crm/settings')}
            >
              Settings
            </Menu.Item>
          </>
        )}
        <Menu.Item
          leftSection={<IconHelp size={16} aria-hidden />}
          onClick={() => {
            const { to, hash } = helpFor(router.latestLocation.pathname);
            go(to, hash);
          }}
        >
          Help
        </Menu.Item>
        <Menu.Divider />
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Appearance</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => {
          const scheme = SCHEMES.find((candidate) => candidate.value === value);
          if (scheme) setColorScheme(scheme.value);
        }}
      >
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            closeMenuOnClick={false}
            rightSection={<Icon size={16} aria-hidden />}
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
