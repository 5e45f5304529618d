import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { QrCode } from './qr-code.tsx';
import { replaceCodeDrawing } from './testing/drawn-codes.ts';

describe('the QR code of a link', () => {
  it('is offered for download as form-qr-code.png once it was verified', async () => {
    replaceCodeDrawing();
    const saved: string[] = [];
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,AA==');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    renderPart(<QrCode url="https://portal.test/secure/a.b.c" title="Session 1" />);
    const button = screen.getByRole('button', { name: 'Download QR Code' });
    expect(button.hasAttribute('disabled')).toBe(true);
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    const code = screen.getByRole('img', { name: 'QR code of the link to Session 1' });
    expect([code.style.width, code.style.height]).toEqual(['200px', '200px']);
    await userEvent.click(button);
    expect(saved).toEqual(['form-qr-code.png']);
  });

  it('is not offered when it is unreadable', async () => {
    replaceCodeDrawing(false);
    renderPart(<QrCode url="https://portal.test/secure/a.b.c" title="Session 1" />);
    await screen.findByText(/could not be created/);
    expect(screen.getByRole('button', { name: 'Download QR Code' }).hasAttribute('disabled')).toBe(true);
  });
});
