/** The state of a released version when its stored backup was created; every later version must preserve it. */
export interface ReleasedFacts {
  /** The commit that was released. */
  commit: string;
  made_at: string;
  /** Digest of every migration by its file name: released migrations are never edited. */
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
  /** Masked answers of a submitted form. */
  answers: { submission_id: number; field: string; value: string }[];
  /** `sha256` is null where the version itself generated the file. */
  files: { document_id: number; sha256: string | null }[];
}
