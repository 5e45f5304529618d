import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { publicServer } from '../testing/public-pages.tsx';
import { Dialog } from './dialog.tsx';
import { LanguageProvider } from './texts/language.tsx';

it('closes while still in the document, so that the browser returns focus', () => {
  publicServer();
  const wasThere: boolean[] = [];
  HTMLDialogElement.prototype.close = function close() {
    wasThere.push(this.isConnected);
  };
  const page = render(
    <LanguageProvider>
      <Dialog title="Your signature" onClose={() => undefined}>
        <p>Sign here</p>
      </Dialog>
    </LanguageProvider>,
  );
  page.rerender(<LanguageProvider>{null}</LanguageProvider>);
  expect(wasThere).toEqual([true]);
});
