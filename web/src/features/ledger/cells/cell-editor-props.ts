import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import type { SheetEditorProps } from '../../../components/grid/sheet-types.ts';

/** What the editor of one kind of field gets. */
export interface CellEditorProps {
  field: CatalogField;
  /** The client, or a temporary row. */
  rowKey: number;
  text: string;
  /** What the cell holds, as the editor began with it where no key opened it. */
  start: string;
  /** Opened by typing: the caret goes behind what was typed. */
  isTyped: boolean;
  change: (text: string) => void;
  finish: SheetEditorProps['finish'];
}
