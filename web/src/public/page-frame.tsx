import { LANGUAGE_INFO, LANGUAGES } from '@ledgerline/contract/languages';
import type { ReactNode } from 'react';
import { BrandLogo } from '../components/ui/brand-logo.tsx';
import { useBrand, useLogo } from './brand.tsx';
import { Mark } from './mark.tsx';
import styles from './page-frame.module.css';
import { sessionPath } from './session/return-path.ts';
import { useMessages } from './texts/language.tsx';

interface PageFrameProps {
  /** Documents need more space than questions. */
  isWide?: boolean;
  /** Work in progress shows a link back to all forms. It is a plain link, so that leaving saves the input. */
  hasReturnLink?: boolean;
  children: ReactNode;
}

/** One column with the brokerage's name on top and the languages beside it. */
export function PageFrame({ isWide = false, hasReturnLink = false, children }: PageFrameProps) {
  const brand = useBrand();
  const logo = useLogo();
  const back = hasReturnLink ? sessionPath() : null;
  const { language, chooseLanguage, text } = useMessages();
  return (
    <div className={styles.page} data-wide={isWide || undefined}>
      <header className={styles.header}>
        <span className={styles.brand}>
          {logo ? <BrandLogo logo={logo} brand={brand} height={40} /> : brand}
        </span>
        <fieldset className={styles.languages}>
          <legend className="hidden">{text('language')}</legend>
          {LANGUAGES.map((code) => (
            <button
              key={code}
              type="button"
              lang={code}
              className={styles.language}
              aria-pressed={code === language}
              onClick={() => chooseLanguage(code)}
            >
              {LANGUAGE_INFO[code].ownName}
            </button>
          ))}
        </fieldset>
      </header>
      <main className={styles.main}>
        {back !== null && (
          <a href={back} className={`${styles.back} no-print`}>
            <Mark name="back" /> {text('backToForms')}
          </a>
        )}
        {children}
      </main>
    </div>
  );
}
