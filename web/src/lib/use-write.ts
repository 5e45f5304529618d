import { type QueryClient, type QueryKey, useMutation } from '@tanstack/react-query';

/** A write, and the cache updates that follow from its response. */
export function useWrite<Reply, Input = void, Failure extends Error = Error>(
  send: (input: Input) => Promise<Reply>,
  follow: (client: QueryClient, reply: Reply, input: Input) => unknown,
) {
  return useMutation<Reply, Failure, Input>({
    mutationFn: (input) => send(input),
    onSuccess: (reply, input, _, { client }) => follow(client, reply, input),
  });
}

/** Invalidates these query keys and all below them. */
export function invalidate(...keys: readonly QueryKey[]) {
  return (client: QueryClient) => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
