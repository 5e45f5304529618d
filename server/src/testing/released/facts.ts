/** What stood in a released version when its stored backup was made, and has to stand in every later one. */
export interface ReleasedFacts {
  /** The commit that was released. */
  commit: string;
  made_at: string;
  /** Digest of every migration by its file name: what was released is never edited. */
  migrations: Record<string, string>;
  agents: { username: string; password: string }[];
  form_links: {
    address: string;
    token: string;
    state: 'sent' | 'begun' | 'handed in' | 'expired';
    submission_id: number;
  }[];
  session_links: { address: string; token: string; passcode: string | null; form_id: number }[];
  /** Paths of the pages on which invoices are paid. */
  pay_addresses: string[];
  secrets: { client_id: number; field: string; value: string }[];
  /** Masked answers of a form that was handed in. */
  answers: { submission_id: number; field: string; value: string }[];
  /** `sha256` is null where the version itself made the file. */
  files: { document_id: number; sha256: string | null }[];
}
