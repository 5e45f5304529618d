CREATE TABLE "invoice_numbering" (
	"id" integer PRIMARY KEY NOT NULL,
	"next_number" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "external_ref" DROP NOT NULL;--> statement-breakpoint
-- The column stays as it is: another expression would rewrite the table with its indexes. A trigger writes it (0061).
ALTER TABLE "invoices" ALTER COLUMN "search_text" DROP EXPRESSION;--> statement-breakpoint
-- Numbers go on where the sequence, or a higher number, stopped.
insert into invoice_numbering (id, next_number)
select 1, greatest(
         (select case when is_called then last_value + 1 else last_value end from invoice_numbers),
         (select coalesce(max(substring(external_ref from '^INV-(\d{1,15})$')::bigint), 1000) + 1 from invoices));--> statement-breakpoint
DROP SEQUENCE "public"."invoice_numbers";--> statement-breakpoint
-- An invoice that was paid in full before its first refund, and not paid again after it, is not due again (decision 091).
with first_refunds as (
  select invoice_id, min(id) as id
    from transactions where kind = 'refund' and payment_status = 'completed' group by invoice_id
), received as (
  select t.invoice_id, sum(t.amount) as cents, max(t.created_at) as paid_at
    from transactions t join first_refunds f on f.invoice_id = t.invoice_id
   where t.kind = 'payment' and t.payment_status = 'completed'
   group by t.invoice_id having bool_and(t.id < f.id)
), changed as (
  select i.id, i.status, m.paid_at
    from invoices i join received m on m.invoice_id = i.id
   where m.cents >= i.total_cents and i.status in ('draft', 'sent', 'partially_paid', 'pending')
), updated as (
  update invoices i set status = 'paid', paid_at = coalesce(i.paid_at, c.paid_at) from changed c where c.id = i.id
)
insert into audit_events (at, actor_kind, actor_name, action, entity, entity_id, field, old_value, new_value, operation)
select now(), 'system', 'Ledgerline', 'updated', 'invoice', id, 'status', to_jsonb(status), to_jsonb('paid'::text),
       'paid before its refund'
  from changed;