CREATE TABLE "collected_deltas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collected_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" date NOT NULL,
	"square_account" text NOT NULL,
	"owner_agent_id" bigint,
	"transactions" bigint NOT NULL,
	"cents" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_outlines" ADD COLUMN "owner_or_zero" bigint GENERATED ALWAYS AS (coalesce(owner_agent_id, 0)) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "client_outlines_owner" ON "client_outlines" USING btree ("client_id","owner_or_zero");--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "owner_or_zero" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
update transactions t set owner_or_zero = o.owner_or_zero from client_outlines o where o.client_id = t.customer_id and o.owner_or_zero <> 0;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_owner_fk" FOREIGN KEY ("customer_id","owner_or_zero") REFERENCES "public"."client_outlines"("client_id","owner_or_zero") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "transactions_owner" ON "transactions" USING btree ("customer_id","owner_or_zero");--> statement-breakpoint
CREATE INDEX "transactions_reversals" ON "transactions" USING btree ("paid_on") WHERE kind = 'reversal';--> statement-breakpoint
CREATE INDEX "collected_deltas_month" ON "collected_deltas" USING btree ("month");--> statement-breakpoint
-- The locks wait for a merge of clients, which changes the invoice's client, and for a change of the client's owner.
create or replace function transactions_customer() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.invoice_id is distinct from old.invoice_id then
    select customer_id into new.customer_id from public.invoices where id = new.invoice_id for key share;
    new.customer_id := coalesce(new.customer_id, 0);
  end if;
  select owner_or_zero into new.owner_or_zero from public.client_outlines where client_id = new.customer_id for key share;
  new.owner_or_zero := coalesce(new.owner_or_zero, 0);
  return new;
end $$;
--> statement-breakpoint
drop trigger transactions_customer on transactions;
--> statement-breakpoint
create trigger transactions_customer before insert or update of invoice_id, customer_id on transactions
  for each row execute function transactions_customer();
--> statement-breakpoint
-- What completed transactions add to collected_deltas.
create function transactions_collected() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.payment_status = 'completed' then
    insert into public.collected_deltas (month, square_account, owner_agent_id, transactions, cents)
    values (date_trunc('month', old.paid_on::timestamp)::date, old.square_account, nullif(old.owner_or_zero, 0), -1,
            case old.kind when 'payment' then -old.amount else old.amount end);
  end if;
  if tg_op <> 'DELETE' and new.payment_status = 'completed' then
    insert into public.collected_deltas (month, square_account, owner_agent_id, transactions, cents)
    values (date_trunc('month', new.paid_on::timestamp)::date, new.square_account, nullif(new.owner_or_zero, 0), 1,
            case new.kind when 'payment' then new.amount else -new.amount end);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger transactions_collected after insert or delete on transactions
  for each row execute function transactions_collected();
--> statement-breakpoint
create trigger transactions_collected_update after update on transactions
  for each row when ((old.payment_status, old.paid_on, old.square_account, old.owner_or_zero, old.kind, old.amount)
                     is distinct from
                     (new.payment_status, new.paid_on, new.square_account, new.owner_or_zero, new.kind, new.amount))
  execute function transactions_collected();
--> statement-breakpoint
insert into collected_deltas (month, square_account, owner_agent_id, transactions, cents)
select date_trunc('month', paid_on::timestamp)::date, square_account, nullif(owner_or_zero, 0), count(*),
       sum(case kind when 'payment' then amount else -amount end)
  from transactions where payment_status = 'completed' group by 1, 2, 3;
--> statement-breakpoint
analyze transactions, client_outlines, collected_deltas;
