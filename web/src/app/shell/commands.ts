import {
  IconActivity,
  IconArrowBackUp,
  IconArrowMerge,
  IconBook2,
  IconChecklist,
  IconDownload,
  IconFiles,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconReceipt,
  IconReceiptRefund,
  IconSettings,
  IconShieldSearch,
  IconSun,
  IconUpload,
  IconUserEdit,
  IconUserPlus,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { canWatchStatus, isAgentManager, isOwner, type SignedInAgent } from '../../lib/sign-in.ts';
import { HELP_CHAPTERS } from './help-topics.ts';
import { FURTHER_ENTRIES, navigationOf } from './navigation.ts';

/** One entry of the palette. */
export type Command = {
  label: string;
  /** Synonyms that agents may type. */
  keywords?: string;
  icon: TablerIcon;
  keys?: readonly string[];
} & (
  | { does: 'go'; to: string }
  | { does: 'keys' }
  | { does: 'help' }
  | { does: 'add-task' }
  | { does: 'sign-out' }
);

const STATUS: Command = { does: 'go', label: 'System Status', to: '/crm/status', icon: IconActivity };

const HELP: readonly Command[] = [
  { does: 'help', label: 'Help: This screen', icon: IconHelp },
  { does: 'go', label: 'Help: All chapters', to: '/crm/help', icon: IconBook2 },
  ...HELP_CHAPTERS.map(
    ({ title, to }): Command => ({
      does: 'go',
      label: `Help: ${title}`,
      to,
      icon: IconBook2,
    }),
  ),
];

const AUDIT: Command = { does: 'go', label: 'Audit Log', to: '/crm/audit', icon: IconShieldSearch };

/** Not shared with the settings page: modules that both import would load with the first screen. */
const SETTINGS_ENTRIES = [
  ['Brand', 'brand', 'logo color name'],
  ['Email', 'email', 'smtp mail server'],
  ['Forms & Links', 'forms', 'expiration days templates'],
  ['Reminders', 'reminders', 'email follow up overdue'],
  ['Enrollment Periods', 'enrollment', 'marketplace medicare dates'],
  ['Security & Sign-In Policy', 'security', 'password mfa idle reveal'],
  ['Teams & Access', 'access', 'agents permission client'],
  ['Data', 'data', 'restore download upload'],
] as const;

const SETTINGS: readonly Command[] = [
  { does: 'go', label: 'Settings', to: '/crm/settings', icon: IconSettings },
  ...SETTINGS_ENTRIES.map(
    ([title, name, keywords]): Command => ({
      does: 'go',
      label: `Settings: ${title}`,
      keywords,
      to: `/crm/settings/${name}`,
      icon: IconSettings,
    }),
  ),
];

/** Commands available from anywhere. */
export function commandsOf(agent: SignedInAgent | null): Command[] {
  const managing: Command[] = [
    { does: 'go', label: 'Manage Agents', to: '/crm/agents', icon: IconUsers },
    { does: 'go', label: 'Add Agent', to: '/crm/agents/new', icon: IconUserPlus },
  ];
  return [
    { does: 'go', label: 'Today', to: '/crm/today', icon: IconSun, keys: ['G', 'T'] },
    ...[...navigationOf(agent), ...FURTHER_ENTRIES].map(
      ({ label, to, icon }): Command => ({ does: 'go', label, to, icon }),
    ),
    { does: 'go', label: 'Add Client', keywords: 'new create', to: '/crm/clients/new', icon: IconUserPlus },
    { does: 'add-task', label: 'Add Task…', keywords: 'new create reminder call', icon: IconChecklist },
    {
      does: 'go',
      label: 'New Invoice',
      keywords: 'add create bill charge',
      to: '/crm/payments?create=true',
      icon: IconReceipt,
    },
    {
      does: 'go',
      label: 'Refund or Record a Payment (in Payments)',
      keywords: 'give money back',
      to: '/crm/payments',
      icon: IconReceiptRefund,
    },
    {
      does: 'go',
      label: 'Start a Session (on the Client’s Page)',
      keywords: 'new send forms link',
      to: '/crm/clients',
      icon: IconFiles,
    },
    { does: 'go', label: 'Import Clients', keywords: 'upload', to: '/crm/imports', icon: IconUpload },
    {
      does: 'go',
      label: 'Recent Operations',
      keywords: 'undo revert bulk paste import merge',
      to: '/crm/operations',
      icon: IconArrowBackUp,
    },
    {
      does: 'go',
      label: 'Likely Duplicates',
      keywords: 'merge double same person clients',
      to: '/crm/clients/duplicates',
      icon: IconArrowMerge,
    },
    { does: 'go', label: 'Export Clients (in the Ledger)', to: '/crm/ledger', icon: IconDownload },
    ...(isAgentManager(agent) ? managing : []),
    { does: 'go', label: 'Edit Info', to: `/crm/agents/${agent?.id ?? ''}`, icon: IconUserEdit },
    ...(canWatchStatus(agent) ? [STATUS] : []),
    ...(isOwner(agent) ? [AUDIT, ...SETTINGS] : []),
    { does: 'keys', label: 'Keyboard', icon: IconKeyboard, keys: ['?'] },
    ...HELP,
    { does: 'sign-out', label: 'Sign out', icon: IconLogout },
  ];
}

/** Whether a typed text matches a command: its label contains the text, or each typed word is a prefix of one of its words. */
export function matchesCommand({ label, keywords = '' }: Command, text: string): boolean {
  const typed = text.toLowerCase();
  const known = `${label} ${keywords}`.toLowerCase().split(/[^a-z0-9’]+/);
  return (
    label.toLowerCase().includes(typed) ||
    typed.split(/\s+/).every((word) => known.some((one) => one.startsWith(word)))
  );
}
