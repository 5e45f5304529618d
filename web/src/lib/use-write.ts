import { type QueryClient, type QueryKey, useMutation } from '@tanstack/react-query';

/** An act on the server, and what on the screen follows from its answer. */
export function useWrite<Reply, Input = void, Failure extends Error = Error>(
  send: (input: Input) => Promise<Reply>,
  follow: (client: QueryClient, reply: Reply, input: Input) => unknown,
) {
  return useMutation<Reply, Failure, Input>({
    mutationFn: (input) => send(input),
    onSuccess: (reply, input, _, { client }) => follow(client, reply, input),
  });
}

/** Asks anew for what stands under these keys, and for all below them. */
export function invalidate(...keys: readonly QueryKey[]) {
  return (client: QueryClient) => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
