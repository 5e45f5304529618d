import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { isInteractive, isSelectingText } from '../../../components/ui/card-frame.tsx';

/** A click anywhere on a row does what its link does, a new tab with Ctrl included; selecting text does not. */
export function useOpenClient() {
  const router = useRouter();
  return (id: number) => (event: MouseEvent<HTMLElement>) => {
    if (isInteractive(event) || isSelectingText()) return;
    const address = { to: '/crm/clients/$clientId', params: { clientId: String(id) } } as const;
    if (event.ctrlKey || event.metaKey) window.open(router.buildLocation(address).href, '_blank', 'noopener');
    else void router.navigate(address);
  };
}
