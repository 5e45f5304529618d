ALTER TABLE "invoices" ADD COLUMN "total_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "provider_at" timestamp with time zone;--> statement-breakpoint
-- Refunds of an invoice that is still open were of part payments: balances of before them do not pay it (decision 091).
update invoices i set total_changed_at = r.at
  from (select invoice_id, max(created_at) as at
          from transactions where kind = 'refund' and payment_status = 'completed' group by invoice_id) r
 where r.invoice_id = i.id and i.status not in ('paid', 'void');
