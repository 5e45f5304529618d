import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { setPublicUrl } from '../lib/external-url.ts';
import { createCaller } from '../lib/http.ts';
import { settingsOfPage } from '../lib/page-settings.ts';

const call = createCaller({ token: () => null, onUnauthorized: () => undefined });
const BrandContext = createContext('');

/** The brokerage's name, '' until it is known. */
export function useBrand(): string {
  return useContext(BrandContext);
}

/** `Personal information · Ledgerline` in the browser's tab (decisions C13). */
export function usePageTitle(name: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = [name, brand].filter(Boolean).join(' · ');
  }, [name, brand]);
}

export function BrandProvider({ children }: { children: ReactNode }) {
  const [brand, setBrand] = useState(() => settingsOfPage()?.brand ?? '');
  useEffect(() => {
    if (settingsOfPage()) return;
    call(getPublicSettings)
      .then(({ data }) => {
        setPublicUrl(data.public_url);
        setBrand(data.brand);
      })
      .catch((error: unknown) => console.warn('the name of the brokerage could not be loaded', error));
  }, []);
  return <BrandContext value={brand}>{children}</BrandContext>;
}
