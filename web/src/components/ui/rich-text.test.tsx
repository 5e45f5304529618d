import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';

describe('rich text on a page', () => {
  it.each(['//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example'])(
    'removes the link %j, which names a host but no scheme',
    (address) => {
      render(<RichText html={`<a href="${address}">a link</a>`} />);
      expect(screen.getByText('a link').hasAttribute('href')).toBe(false);
    },
  );

  it.each(['https://example.org/a//b', '/crm/clients/7', 'mailto:rosa@example.test'])(
    'keeps the link %j',
    (address) => {
      render(<RichText html={`<a href="${address}">a link</a>`} />);
      expect(screen.getByText('a link').getAttribute('href')).toBe(address);
    },
  );
});
