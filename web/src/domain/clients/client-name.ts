interface Named {
  client_first_name?: string | null | undefined;
  client_last_name?: string | null | undefined;
}

/** First and last name; empty for a client without a name. */
export function fullName({ client_first_name, client_last_name }: Named): string {
  return [client_first_name, client_last_name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
}

/** A client's display name in lists of related records. */
export function clientName(client: Named): string {
  return fullName(client) || 'Unknown Client';
}
