CREATE TABLE "invoice_numbering" (
	"id" integer PRIMARY KEY NOT NULL,
	"next_number" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "external_ref" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" drop column "search_text";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(coalesce(external_ref, '') || chr(31) || title || chr(31) || coalesce(full_name, '') || chr(31) || coalesce(email, ''))) STORED;--> statement-breakpoint
CREATE INDEX "invoices_search" ON "invoices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- Numbers go on where the sequence, or a higher number, stopped.
insert into invoice_numbering (id, next_number)
select 1, greatest(
         (select case when is_called then last_value + 1 else last_value end from invoice_numbers),
         (select coalesce(max(substring(external_ref from '^INV-(\d{1,15})$')::bigint), 1000) + 1 from invoices));--> statement-breakpoint
DROP SEQUENCE "public"."invoice_numbers";--> statement-breakpoint
-- An invoice that was paid in full and then refunded is not due again (decision 091).
update invoices i
   set status = 'paid', paid_at = coalesce(i.paid_at, m.paid_at)
  from (select invoice_id, sum(amount) filter (where kind = 'payment') as received,
               coalesce(sum(amount) filter (where kind = 'refund'), 0) as refunded,
               max(created_at) filter (where kind = 'payment') as paid_at
          from transactions where payment_status = 'completed' group by invoice_id) m
 where m.invoice_id = i.id and m.refunded > 0 and m.received >= i.total_cents
   and i.status in ('draft', 'sent', 'partially_paid', 'pending');