import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { DocumentPreview } from './document-preview.tsx';

// jsdom has no layout, and no canvas for pdf.js.
vi.mock('@mantine/hooks', async (original) => ({
  ...(await original<object>()),
  useElementSize: () => ({ ref: () => undefined, width: 600, height: 600 }),
}));
vi.mock('./pdf-pages.tsx', () => ({
  PdfPages: ({ url, width, onError }: { url: string; width: number; onError: (error: Error) => void }) => (
    <button type="button" onClick={() => onError(new Error('broken'))}>
      {url} at {width}
    </button>
  ),
}));

describe('the document preview', () => {
  it('shows an error when a document cannot be shown, and retries with a new URL', async () => {
    const onRetry = vi.fn(async () => '/api/files/second/a.pdf');
    renderPart(
      <DocumentPreview
        url="/api/files/first/a.pdf"
        mime_type="application/pdf"
        name="a.pdf"
        onRetry={onRetry}
      />,
    );
    await userEvent.click(await screen.findByText('/api/files/first/a.pdf at 600'));
    await screen.findByText('Document Preview Error');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('/api/files/second/a.pdf at 600');
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('keeps the error when no new URL is available', async () => {
    const onRetry = vi.fn(async () => Promise.reject(new Error('offline')));
    renderPart(<DocumentPreview url="/a.pdf" mime_type="application/pdf" name="a.pdf" onRetry={onRetry} />);
    await userEvent.click(await screen.findByText('/a.pdf at 600'));
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    await screen.findByText('Document Preview Error');
  });

  it('is 600 px high and zooms', async () => {
    renderPart(<DocumentPreview url="/a.pdf" mime_type="application/pdf" name="a.pdf" />);
    expect(screen.getByRole('region', { name: 'Preview of a.pdf' }).style.maxHeight).toBe('600px');
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    await screen.findByText('/a.pdf at 750');
    await userEvent.click(screen.getByRole('button', { name: '125%' }));
    await screen.findByText('/a.pdf at 600');
  });

  it('shows pictures, and an error when one cannot be loaded', async () => {
    renderPart(<DocumentPreview url="/card.png" mime_type="image/png" name="card.png" />);
    fireEvent.error(screen.getByRole('img', { name: 'card.png' }));
    await screen.findByText('Document Preview Error');
  });

  it('shows that other files have no preview', () => {
    renderPart(<DocumentPreview url="/a.docx" mime_type="application/msword" name="a.docx" />);
    screen.getByText(/There is no preview for files of this type/);
  });
});
