import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { renderPart } from '../../testing/render-app.tsx';
import { Loaded } from './loaded.tsx';

/** A query whose responses arrive when the test releases them. */
function openRequests() {
  const open: PromiseWithResolvers<string>[] = [];
  function request() {
    const question = Promise.withResolvers<string>();
    open.push(question);
    return question.promise;
  }
  const next = async () => {
    await waitFor(() => expect(open.length).toBeGreaterThan(0));
    return open.shift();
  };
  return {
    request,
    answer: async (text: string) => (await next())?.resolve(text),
    reject: async (message: string) => (await next())?.reject(new ApiError(undefined, 500, { message })),
  };
}

function Screen({
  request,
  ...look
}: {
  request: () => Promise<string>;
  isInCard?: boolean;
  showsStale?: boolean;
}) {
  const query = useQuery({ queryKey: ['words'], queryFn: request });
  return (
    <main>
      <Button onClick={() => void query.refetch()}>Look again</Button>
      <Loaded query={query} failed="Loading failed" loading="Waiting" {...look}>
        {(text) => <a href="#words">{text}</a>}
      </Loaded>
    </main>
  );
}

describe('loaded data', () => {
  test.each([{}, { isInCard: true }])('keeps the focus on Try Again during the retry: %o', async (look) => {
    const { request, reject, answer } = openRequests();
    renderPart(<Screen request={request} {...look} />);
    await reject('Out of order.');
    const button = await screen.findByRole('button', { name: 'Try Again' });
    await userEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    expect(document.activeElement).toBe(button);
    await reject('Still out of order.');
    await screen.findByText(/Still out of order\./);
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
    await answer('Here they are');
    const link = await screen.findByRole('link', { name: 'Here they are' });
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  test('stays when refetching fails, with an error next to it', async () => {
    const { request, reject, answer } = openRequests();
    renderPart(<Screen request={request} showsStale />);
    await answer('Here they are');
    await screen.findByText('Here they are');
    await userEvent.click(screen.getByRole('button', { name: 'Look again' }));
    await reject('Out of order.');
    expect((await screen.findByRole('alert')).textContent).toContain('Loading failedOut of order.');
    expect(screen.getByText('Here they are')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await answer('Here is more');
    const link = await screen.findByRole('link', { name: 'Here is more' });
    await waitFor(() => expect(document.activeElement).toBe(link));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
