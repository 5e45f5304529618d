import {
  createLineItemTemplate,
  deleteLineItemTemplate,
  type LineItemTemplate,
  listLineItemTemplates,
} from '@ledgerline/contract/line-item-templates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { ChooseLineItemTemplateDialog } from './choose-line-item-template-dialog.tsx';
import { SaveLineItemTemplateDialog } from './save-line-item-template-dialog.tsx';

const advice: LineItemTemplate = {
  id: 1,
  name: 'Advice hour',
  description: 'One hour of advice',
  unit_price_cents: 15_000,
  category: 'General',
  is_active: true,
};
const filing: LineItemTemplate = {
  ...advice,
  id: 2,
  name: 'Filing',
  description: 'Filing fee',
  category: 'Tax',
};
let server: FakeServer;
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  server = fakeServer().reply(listLineItemTemplates, { success: true, data: [advice, filing] });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('the line item template picker', () => {
  const onChoose = vi.fn();
  async function open() {
    renderPart(<ChooseLineItemTemplateDialog onChoose={onChoose} onClose={onClose} />);
    await screen.findByText('Advice hour');
  }

  it('lists by category, searches, and returns the selection', async () => {
    await open();
    const names = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
    expect(names).toEqual(['General', 'Tax']);
    await userEvent.type(screen.getByLabelText('Search templates'), 'FEE');
    expect(screen.queryByText('Advice hour')).toBeNull();
    await userEvent.click(screen.getByText('Filing'));
    expect(onChoose).toHaveBeenCalledWith(filing);
  });

  it('shows the empty states', async () => {
    await open();
    await userEvent.type(screen.getByLabelText('Search templates'), 'zzz');
    screen.getByText('No templates found');
    server.reply(listLineItemTemplates, { success: true, data: [] });
    renderPart(<ChooseLineItemTemplateDialog onChoose={onChoose} onClose={onClose} />);
    await screen.findByText('No line item templates yet');
  });

  it('shows a load error', async () => {
    server.replyError(listLineItemTemplates, 'conflict', 'Not now.');
    renderPart(<ChooseLineItemTemplateDialog onChoose={onChoose} onClose={onClose} />);
    await screen.findByText('Failed to load line item templates');
    server.reply(listLineItemTemplates, { success: true, data: [advice] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Advice hour');
  });

  it('confirms before deleting and shows a failure', async () => {
    await open();
    server.replyError(deleteLineItemTemplate, 'conflict', 'Not now.');
    await userEvent.click(screen.getByRole('button', { name: 'Delete template Filing' }));
    const confirmation = within(await screen.findByRole('dialog', { name: 'Delete Template' }));
    confirmation.getByText('Delete “Filing”? Invoices created from it are not affected.');
    await userEvent.click(confirmation.getByRole('button', { name: 'Delete' }));
    await confirmation.findByText('Failed to delete template. Please try again. Not now.');
    server.reply(deleteLineItemTemplate, { success: true });
    server.reply(listLineItemTemplates, { success: true, data: [advice] });
    await userEvent.click(confirmation.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Filing')).toBeNull());
    expect(server.calls(deleteLineItemTemplate)[1]?.path).toBe('/line-item-templates/2');
  });
});

describe('saving a line as a template', () => {
  const open = async (description = 'One hour of advice') => {
    renderPart(<SaveLineItemTemplateDialog description={description} price="150" onClose={onClose} />);
    await screen.findByRole('dialog', { name: 'Save as Template' });
  };
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Save Template' }));

  it('requires a name and a description', async () => {
    await open('  ');
    await press();
    screen.getByText('Please enter a template name');
    screen.getByText('Please enter a description for the line item');
    expect(server.calls(createLineItemTemplate)).toHaveLength(0);
  });

  it('saves name, description, price and the category General', async () => {
    server.reply(createLineItemTemplate, { success: true, id: 3, data: advice });
    await open();
    await userEvent.type(screen.getByLabelText(/^Template name/), ' Advice ');
    await press();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(createLineItemTemplate)[0]?.body).toEqual({
      name: 'Advice',
      description: 'One hour of advice',
      unit_price_cents: 15_000,
      category: 'General',
    });
  });

  it('shows an error and keeps the input', async () => {
    server.replyError(createLineItemTemplate, 'conflict', 'Not now.');
    await open();
    await userEvent.type(screen.getByLabelText(/^Template name/), 'Advice');
    await press();
    await screen.findByText('Failed to save template. Please try again. Not now.');
    expect(screen.getByLabelText(/^Template name/)).toHaveProperty('value', 'Advice');
    expect(onClose).not.toHaveBeenCalled();
  });
});
