import { submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import { downloadSubmission, readSubmissionPdf } from '@ledgerline/contract/submissions/endpoints';
import { withAnswer } from '@ledgerline/contract/web-forms/answers';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { sectionsPdf } from '#platform/pdf/sections-pdf.ts';
import { buildSubmission, signInAs } from '#testing/factories.ts';
import { sentLink } from '#testing/sent-link.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ BRAND: 'Palm Insurance' });

async function textOf(bytes: Buffer): Promise<{ pages: number; text: string }> {
  const pdf = await PDF.load(bytes);
  const pages = pdf.getPages();
  return { pages: pages.length, text: pages.map((page) => page.extractText().text).join('\n') };
}

describe('the PDF of a submitted web form', () => {
  it('has title, client, date, questions and answers, with secrets as on the screen, and is audited', async () => {
    const { visitor, agent, sessionFormId } = await sentLink(t.current);
    const medicine = 'medicalHistory.currentMedications';
    const long = `Łódź, Ñuñoa, São Tomé, Αθήνα, Київ: ${'every morning and every evening '.repeat(150)}done`;
    const answers = withAnswer(sampleAnswers(), medicine, long);
    await visitor.call(submitSecureForm, { body: { form_data: answers, language: 'en' } });

    const params = { id: sessionFormId };
    const answer = await agent.call(downloadSubmission, { params });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="Personal Information\.pdf"/,
    );
    const inline = await agent.call(readSubmissionPdf, { params });
    expect(inline.headers['content-disposition']).toMatch(/^inline/);

    const { rawPayload } = await t.current.app.inject({
      url: `/api/sessionforms/${sessionFormId}/pdf`,
      headers: { authorization: `Bearer ${agent.token}` },
    });
    const { pages, text } = await textOf(rawPayload);
    expect(pages).toBeGreaterThan(2);
    for (const expected of [
      'Palm Insurance',
      'Personal Information',
      'Medical History',
      'First name',
      'Page 1 /',
    ]) {
      expect(text).toContain(expected);
    }
    for (const expected of ['Łódź, Ñuñoa, São Tomé, Αθήνα, Київ', 'done', '•••-••-9999', '••••6789']) {
      expect(text).toContain(expected);
    }
    expect(text).not.toMatch(/219-09-9999|000123456789/);
    const auditLog = await t.current.deps.database.query<{ actor_id: number }>(
      `select actor_id from audit_events
        where action = 'downloaded' and entity = 'session_form' and entity_id = $1`,
      [sessionFormId],
    );
    expect(auditLog.map(({ actor_id }) => actor_id)).toContain(agent.agent.id);
  });

  it('does not exist before the submission, nor for an unauthenticated caller', async () => {
    const agent = await signInAs(t.current);
    const { id } = await buildSubmission(t.current, { type: 'Web Form', form_link_id: 'personal-info' });
    const early = await agent.call(downloadSubmission, { params: { id } });
    expect([early.status, early.error.message]).toEqual([404, 'No document available for download']);
    expect((await t.current.call(downloadSubmission, { params: { id } })).status).toBe(401);
  });

  it('shows names in any script, and notes characters that no font has', async () => {
    const row = (value: string) => ({
      key: 'personalInfo.firstName',
      label: 'First name',
      value,
      isSecret: false,
    });
    const pdfOf = (value: string) =>
      sectionsPdf({
        brokerage: 'Palm Insurance',
        title: 'Personal Information',
        clientTitle: 'About you',
        facts: [['Client', 'Rosa Marín']],
        sections: [{ title: 'Personal Information', rows: [row(value)] }],
      });
    for (const name of ['Ana?', '李小龍', 'Nguyễn Thị Ánh', '김민준']) {
      const { text } = await textOf(await pdfOf(name));
      expect(text).toContain(name);
      expect(text).not.toContain('stands for a character');
    }
    const { text } = await textOf(await pdfOf('Ana 😀'));
    expect(text).toContain('Ana 😀');
    expect(text).toContain('stands for a character that this file cannot show');
  });
});
