import { describe, expect, it } from 'vitest';
import { webNameProblems } from './web-name-rule.ts';

const found = (path: string, text = '') => webNameProblems(`web/src/features/${path}`, text).length;

describe('the rule that files of web features are named after their content', () => {
  it('reports folders named after a kind of file, and an api.ts in a subfolder', () => {
    expect(found('clients/parts/slots.tsx')).toBe(1);
    expect(found('clients/hooks/use-slots.ts', 'export function useSlots() {}')).toBe(1);
    expect(found('clients/list/api.ts')).toBe(1);
    expect(found('clients/list/no-clients.tsx', 'export function NoClients() {}')).toBe(0);
  });

  it('requires pages, dialogs, tables, drawers and badges in files with that ending', () => {
    const dialog = 'export function DeleteClientDialog() {}';
    expect(found('clients/delete-client.tsx', dialog)).toBe(1);
    expect(found('clients/delete-client-dialog.tsx', dialog)).toBe(0);
    expect(found('clients/deletion.ts', dialog)).toBe(0);
    expect(found('clients/clients.tsx', 'export function ClientsPage() {}')).toBe(1);
  });

  it('requires hooks in use-….ts or api.ts, and in use-….ts the hook of that name', () => {
    const hook = 'export function useDeletion() {}';
    expect(found('clients/deletion.ts', hook)).toBe(1);
    expect(found('clients/use-deletion.ts', hook)).toBe(0);
    expect(found('clients/api.ts', hook)).toBe(0);
    expect(found('clients/use-removal.ts', hook)).toBe(1);
  });

  it('ignores tests and other folders', () => {
    expect(found('clients/testing/parts/deletion.ts', 'export function useDeletion() {}')).toBe(0);
    expect(webNameProblems('web/src/domain/deletion.ts', 'export function useDeletion() {}')).toEqual([]);
  });
});
