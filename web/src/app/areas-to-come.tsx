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

export function FormsPage() {
  return (
    <AreaToComePage
      title="Forms"
      text="Submissions and form templates will be kept here. A client's own forms are on the client's page."
    />
  );
}

export function SessionPage() {
  return (
    <AreaToComePage
      title="Session Details"
      text="A client's session, its forms and its secure link will be shown here."
    />
  );
}

export function DocumentViewerPage() {
  return <AreaToComePage title="Document Viewer" text="Signed and uploaded documents will be shown here." />;
}
