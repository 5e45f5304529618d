import { LANGUAGES, type Language } from '@ledgerline/contract/web-forms/definition';
import type { ReactNode } from 'react';
import { useBrand } from './brand.tsx';
import styles from './page-frame.module.css';
import { useWords } from './texts/language.tsx';

const NAMES: Record<Language, string> = { en: 'English', es: 'Español', pt: 'Português' };

/** One column with the brokerage's name on top and the languages beside it. */
export function PageFrame({ children }: { children: ReactNode }) {
  const brand = useBrand();
  const { language, chooseLanguage, text } = useWords();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <span className={styles.brand}>{brand}</span>
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
              {NAMES[code]}
            </button>
          ))}
        </fieldset>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
