import {
  IconAddressBook,
  IconChartBar,
  IconFileText,
  IconPercentage,
  IconReceipt,
  IconRefresh,
  IconShieldCheck,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react';
import { isTemplateEditor, type SignedInAgent } from '../../lib/sign-in.ts';

export interface NavigationEntry {
  label: string;
  to:
    | '/crm/clients'
    | '/crm/ledger'
    | '/crm/payments'
    | '/crm/recurring-payments'
    | '/crm/policies'
    | '/crm/commissions'
    | '/crm/reports'
    | '/crm/forms';
  icon: TablerIcon;
}

const ENTRIES: readonly NavigationEntry[] = [
  { label: 'Clients', to: '/crm/clients', icon: IconAddressBook },
  { label: 'Ledger', to: '/crm/ledger', icon: IconTable },
  { label: 'Payments', to: '/crm/payments', icon: IconReceipt },
  { label: 'Recurring', to: '/crm/recurring-payments', icon: IconRefresh },
  { label: 'Forms', to: '/crm/forms', icon: IconFileText },
];

/** Areas beside the specified ones. */
export const FURTHER_ENTRIES: readonly NavigationEntry[] = [
  { label: 'Policies', to: '/crm/policies', icon: IconShieldCheck },
  { label: 'Commissions', to: '/crm/commissions', icon: IconPercentage },
  { label: 'Reports', to: '/crm/reports', icon: IconChartBar },
];

/** The specified areas an agent can open, in order; Forms is for owners and developers (0§6). */
export function navigationOf(agent: SignedInAgent | null): readonly NavigationEntry[] {
  return ENTRIES.filter(({ to }) => to !== '/crm/forms' || isTemplateEditor(agent));
}
