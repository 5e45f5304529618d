import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

it('prints the page once when a wait ends without its element', async () => {
  render(<p>Only this</p>);
  const error = await screen.findByText('Something else', {}, { timeout: 100 }).catch(String);
  expect(error).toContain('Something else');
  expect(String(error).split('Only this')).toHaveLength(2);
});

it('finds a field by the label around it, by the label for it, and by no other label', () => {
  render(
    <div>
      <label htmlFor="city">City</label>
      <input id="city" defaultValue="Tampa" />
      <label>
        State
        <input defaultValue="Florida" />
        <input defaultValue="second field" />
      </label>
      <label htmlFor="">
        Country
        <input defaultValue="none" />
      </label>
    </div>,
  );
  expect(screen.getByLabelText('City')).toHaveProperty('value', 'Tampa');
  expect(screen.getAllByLabelText('State').map((field) => Reflect.get(field, 'value'))).toEqual(['Florida']);
  expect(screen.getByRole('textbox', { name: /^State/ })).toHaveProperty('value', 'Florida');
  expect(screen.queryByRole('textbox', { name: /Country/ })).toBeNull();
});
