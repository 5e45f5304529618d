import type { ReactNode } from 'react';
import { LeaveGuard } from '../../components/ui/leave-guard.tsx';
import { PageGuard } from './dialog-form.tsx';

/** A form of a dialog as part of a page: Save only, and leaving the page with changes is confirmed. */
export function FormOnPage({ children }: { children: ReactNode }) {
  return <PageGuard value={LeaveGuard}>{children}</PageGuard>;
}
