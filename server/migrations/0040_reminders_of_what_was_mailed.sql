ALTER TABLE "reminder_series" ADD COLUMN "to_own_address" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reminder_series" ADD COLUMN "mailed_as" text;
--> statement-breakpoint
-- What a client reads in the mail of an invoice, and what was given back of it.
create function invoice_as_mailed(asked bigint) returns text language sql stable as $$
  select md5(jsonb_build_array(i.title, i.description, i.due_date, i.total_cents, i.refunded_cents,
           (select jsonb_agg(jsonb_build_array(l.description, l.quantity, l.unit_price_cents) order by l.position)
              from invoice_lines l where l.invoice_id = i.id))::text)
    from invoices i where i.id = asked
$$;
--> statement-breakpoint
create or replace function begin_reminders() returns trigger language plpgsql as $$
begin
  insert into reminder_series (client_id, link_id, invoice_id, started_at)
  select new.client_id, new.link_id, new.invoice_id, new.created_at
   where not exists (select from reminder_series s
                      where (s.link_id = new.link_id or s.invoice_id = new.invoice_id)
                        and (s.state <> 'stopped' or s.reason = 'agent'))
  on conflict do nothing;
  update reminder_series s
     set mailed_as = invoice_as_mailed(new.invoice_id),
         to_own_address = exists (select from clients c where c.id = new.client_id
                                    and lower(btrim(c.primary_email)) = lower(btrim(new.to_address)))
   where s.link_id = new.link_id or s.invoice_id = new.invoice_id;
  return null;
end $$;
--> statement-breakpoint
-- What was mailed before is taken to say what it says now.
update reminder_series s
   set mailed_as = invoice_as_mailed(s.invoice_id),
       to_own_address = exists (select from clients c join mail_messages m on m.client_id = c.id
                                 where c.id = s.client_id and (m.link_id = s.link_id or m.invoice_id = s.invoice_id)
                                   and lower(btrim(c.primary_email)) = lower(btrim(m.to_address)));
