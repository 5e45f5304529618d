import { screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { vi } from 'vitest';
import { renderRouted } from '../../../testing/render-routed.tsx';
import { AllClientForms } from '../overview/all-client-forms.tsx';
import type { AllFormsSearch } from '../overview/forms-overview.ts';
import { aCountedTemplate } from './templates.ts';

const FOLDERS = [{ id: 6, label: 'Onboarding', priority: 1, forms_count: 1 }];
export const TEMPLATES = [
  aCountedTemplate(),
  aCountedTemplate({
    id: 2,
    type: 'DocuSign',
    form_name_agent: 'Advisory Agreement',
    form_link_id: 'advisory',
    folder_id: 6,
    square_account: 'BFA',
  }),
];

export type AllFormsProps = ComponentProps<typeof AllClientForms>;
export const handlers = {
  onGetLink: vi.fn(),
  onEditDetails: vi.fn(),
  onNewGlobalForm: vi.fn(),
  onRetry: vi.fn(),
};

function Page({ initial, ...props }: Partial<AllFormsProps> & { initial: AllFormsSearch }) {
  const [search, setSearch] = useState(initial);
  return (
    <AllClientForms
      templates={TEMPLATES}
      folders={FOLDERS}
      isLoading={false}
      error={null}
      search={search}
      onSearch={(changes) => setSearch({ ...search, ...changes })}
      onGetSubmissionLink={vi.fn()}
      {...handlers}
      {...props}
    />
  );
}

/** Opens All Client Forms with the filters of a URL; configure the server's responses first. */
export async function showAllForms(initial: AllFormsSearch = {}, props: Partial<AllFormsProps> = {}) {
  renderRouted(<Page initial={initial} {...props} />);
  await screen.findByRole('radiogroup', { name: 'View' });
}
