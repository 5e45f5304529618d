import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import type { SheetEditorProps } from '../../../components/grid/sheet-types.ts';

/** Props of a field editor. */
export interface CellEditorProps {
  field: CatalogField;
  /** The client id, or the key of a temporary row. */
  rowKey: number;
  text: string;
  /** The value of the cell; the initial editor value unless typing opened the editor. */
  start: string;
  /** Opened by typing: the caret goes after the typed text. */
  isTyped: boolean;
  change: (text: string) => void;
  finish: SheetEditorProps['finish'];
}
