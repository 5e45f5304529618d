interface Named {
  client_first_name?: string | null | undefined;
  client_last_name?: string | null | undefined;
}

/** First and last name; empty for a client without. */
export function fullName({ client_first_name, client_last_name }: Named): string {
  return [client_first_name, client_last_name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
}

/** How a client is called beside what is his. */
export function clientName(client: Named): string {
  return fullName(client) || 'Unknown Client';
}
