import type { ComponentProps } from 'react';
import type { LineTemplates } from '../../features/invoices/form/invoice-form-dialog.tsx';
import { InvoiceDialogs } from '../../features/invoices/invoice-dialogs.tsx';
import { ChooseLineItemTemplateDialog } from '../../features/line-item-templates/choose-line-item-template-dialog.tsx';
import { SaveLineItemTemplateDialog } from '../../features/line-item-templates/save-line-item-template-dialog.tsx';

const TEMPLATES: LineTemplates = {
  picker: (props) => <ChooseLineItemTemplateDialog {...props} />,
  saver: (props) => <SaveLineItemTemplateDialog {...props} />,
};

/** Invoice dialogs, with line item templates in their form. */
export function PageInvoiceDialogs(props: Omit<ComponentProps<typeof InvoiceDialogs>, 'templates'>) {
  return <InvoiceDialogs {...props} templates={TEMPLATES} />;
}
