import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { LanguageProvider, useMessages } from './language.tsx';

function Page() {
  const { text, suggestLanguage, chooseLanguage } = useMessages();
  return (
    <>
      <h1>{text('completedTitle')}</h1>
      <button type="button" onClick={() => suggestLanguage('es')}>
        the client speaks Spanish
      </button>
      <button type="button" onClick={() => chooseLanguage('pt')}>
        Portuguese, please
      </button>
    </>
  );
}

function open(): void {
  cleanup();
  render(
    <LanguageProvider>
      <Page />
    </LanguageProvider>,
  );
}

it('stays in the language of the client when the page is opened again', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: 'the client speaks Spanish' }));
  open();
  screen.getByRole('heading', { name: 'Este formulario ya fue enviado.' });
});

it('prefers a manual choice over the language of the client', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Portuguese, please' }));
  await userEvent.click(screen.getByRole('button', { name: 'the client speaks Spanish' }));
  open();
  expect(document.documentElement.lang).toBe('pt');
});
