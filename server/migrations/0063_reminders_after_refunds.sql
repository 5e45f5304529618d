-- What was refunded follows the digest of the content, so that a refund is told apart from a change of the invoice.
alter function invoice_as_mailed(bigint) rename to invoice_as_mailed_before;
--> statement-breakpoint
create function invoice_as_mailed(asked bigint) returns text language sql stable as $$
  select md5(jsonb_build_array(i.title, i.description, i.due_date, i.total_cents,
           (select jsonb_agg(jsonb_build_array(l.description, l.quantity, l.unit_price_cents) order by l.position)
              from invoice_lines l where l.invoice_id = i.id))::text) || ':' || i.refunded_cents
    from invoices i where i.id = asked
$$;
--> statement-breakpoint
-- A series whose invoice was not changed since it was emailed continues; an invoice without refunds at that time is recognized as well.
update reminder_series s
   set mailed_as = case
         when s.mailed_as = invoice_as_mailed_before(i.id) then invoice_as_mailed(i.id)
         else split_part(invoice_as_mailed(i.id), ':', 1) || ':0' end
  from invoices i
 where i.id = s.invoice_id
   and s.mailed_as in (invoice_as_mailed_before(i.id),
         (select md5(jsonb_build_array(i.title, i.description, i.due_date, i.total_cents, 0,
                   (select jsonb_agg(jsonb_build_array(l.description, l.quantity, l.unit_price_cents) order by l.position)
                      from invoice_lines l where l.invoice_id = i.id))::text)));
--> statement-breakpoint
drop function invoice_as_mailed_before(bigint);
