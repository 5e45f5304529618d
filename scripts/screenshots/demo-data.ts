import type { Page } from '@playwright/test';

/** The fields of a demo submission that the screenshots use. */
interface Row {
  id: number;
  form_id: number;
  client_id: number | null;
  session_id: number | null;
  session_type: string | null;
  title: string;
  type: string;
  category: string;
  display_status: string;
  signed_document_id: string | null;
}

export async function request(page: Page, token: string, address: string) {
  const response = await page.request.get(`/api${address}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.json();
}

export async function send(page: Page, token: string, address: string, data: object) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await page.request.post(`/api${address}`, { headers, data });
  return response.json();
}

/** The first matching submission, most recently changed first. */
export async function findForm(page: Page, token: string, isWanted: (row: Row) => boolean): Promise<Row> {
  for (let number = 1; ; number++) {
    const { data } = await request(page, token, `/sessionforms?page_size=100&page=${number}`);
    const found = data.find(isWanted);
    if (found) return found;
    if (data.length === 0) throw new Error('the demo has no such form');
  }
}

/** A signed agreement with a pending payment, in its session. */
export async function signedForm(page: Page, token: string): Promise<Row> {
  return findForm(page, token, (row) => row.title.includes('Advisory') && row.signed_document_id !== null);
}

/** A session with forms of several kinds. */
export async function mixedSession(page: Page, token: string): Promise<Row> {
  return findForm(page, token, ({ session_type, title, category }) => {
    return session_type === 'New Client Onboarding' && title.includes('Advisory') && category === 'alert';
  });
}

export async function sessionLink(page: Page, token: string, sessionId: number | null): Promise<string> {
  const { url } = await send(page, token, `/session/${sessionId}/generate-token`, {});
  return new URL(url).pathname;
}
