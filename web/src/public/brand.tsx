import { getPublicSettings, type PublicSettings } from '@ledgerline/contract/settings/endpoints';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { setPublicUrl } from '../lib/external-url.ts';
import { createCaller } from '../lib/http.ts';
import { settingsOfPage } from '../lib/page-settings.ts';

const call = createCaller({ token: () => null, onUnauthorized: () => undefined });
type BrandOfPage = Pick<PublicSettings, 'brand' | 'logo'>;

const BrandContext = createContext<BrandOfPage>({ brand: '', logo: null });

/** The brokerage's name, '' until it is known. */
export function useBrand(): string {
  return useContext(BrandContext).brand;
}

/** The brokerage's logo; null without one. */
export function useLogo(): BrandOfPage['logo'] {
  return useContext(BrandContext).logo;
}

/** `Personal information · Ledgerline` in the browser's tab (decisions C13). */
export function usePageTitle(name: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = [name, brand].filter(Boolean).join(' · ');
  }, [name, brand]);
}

export function BrandProvider({ children }: { children: ReactNode }) {
  const [brand, setBrand] = useState<BrandOfPage>(() => settingsOfPage() ?? { brand: '', logo: null });
  useEffect(() => {
    if (settingsOfPage()) return;
    call(getPublicSettings)
      .then(({ data }) => {
        setPublicUrl(data.public_url);
        setBrand(data);
      })
      .catch((error: unknown) => console.warn('the name of the brokerage could not be loaded', error));
  }, []);
  return <BrandContext value={brand}>{children}</BrandContext>;
}
