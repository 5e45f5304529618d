ALTER TABLE "transactions" DROP CONSTRAINT "transactions_invoice_id_invoices_id_fk";
--> statement-breakpoint
DROP INDEX "invoices_customer";--> statement-breakpoint
DROP INDEX "transactions_collected";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "customer_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
update transactions t set customer_id = i.customer_id from invoices i where i.id = t.invoice_id;--> statement-breakpoint
-- The lock waits for a merge of clients, which changes the invoice's client.
create function transactions_customer() returns trigger language plpgsql as $$
begin
  select customer_id into new.customer_id from public.invoices where id = new.invoice_id for key share;
  new.customer_id := coalesce(new.customer_id, 0);
  return new;
end $$;
--> statement-breakpoint
create trigger transactions_customer before insert or update of invoice_id on transactions
  for each row execute function transactions_customer();
--> statement-breakpoint
ALTER TABLE "session_forms" ADD COLUMN "own_step" text GENERATED ALWAYS AS (case
  when has_client_signature or client_signed_at is not null or signed_at is not null then 'signed'
  when is_completed or lower(btrim(status)) = 'completed' then 'submitted'
  when form_data is not null or progress_step > 0 or last_saved is not null then 'started' end) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_customer" ON "invoices" USING btree ("customer_id","id");--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_invoice_fk" FOREIGN KEY ("customer_id","invoice_id") REFERENCES "public"."invoices"("customer_id","id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "secure_links_viewed" ON "secure_links" USING btree ("session_form_id","session_id") WHERE viewed_at is not null;--> statement-breakpoint
CREATE INDEX "session_forms_added" ON "session_forms" USING btree ("created_at","id","category","own_step","title","form_name_agent","form_link_id","progress_step","session_id","client_id");--> statement-breakpoint
CREATE INDEX "transactions_collected" ON "transactions" USING btree ("paid_on","square_account","kind","amount","refund_of","customer_id") WHERE payment_status = 'completed';--> statement-breakpoint
analyze transactions, session_forms, secure_links;
