import { useEffect } from 'react';
import { useBrand } from './public-settings.ts';

/** `Clients · Ledgerline`: the page's name with the brand as suffix (0§2; decisions C13). */
export function usePageTitle(name: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = `${name} · ${brand}`;
  }, [name, brand]);
}
