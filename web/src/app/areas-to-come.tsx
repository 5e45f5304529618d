import { AreaToComePage } from './area-to-come-page.tsx';

export function PaymentsPage() {
  return (
    <AreaToComePage
      title="Payments & Invoices"
      text="Invoices, payment links and received payments will be kept here."
    />
  );
}

export function RecurringPaymentsPage() {
  return (
    <AreaToComePage
      title="Recurring Payments"
      text="Payment schedules and what falls due next will be kept here."
    />
  );
}
