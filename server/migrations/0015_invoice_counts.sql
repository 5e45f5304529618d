-- Keeps invoice_count_deltas (decisions/005): one row per kind and statement for inserts and deletes, two for a change.
create function invoice_counts_inserted() returns trigger language plpgsql as $$
begin
  insert into invoice_count_deltas (status, square_account, is_recurring, delta)
  select status, square_account, is_recurring, count(*) from changed group by 1, 2, 3;
  return null;
end $$;
--> statement-breakpoint
create function invoice_counts_deleted() returns trigger language plpgsql as $$
begin
  insert into invoice_count_deltas (status, square_account, is_recurring, delta)
  select status, square_account, is_recurring, -count(*) from changed group by 1, 2, 3;
  return null;
end $$;
--> statement-breakpoint
create function invoice_counts_moved() returns trigger language plpgsql as $$
begin
  insert into invoice_count_deltas (status, square_account, is_recurring, delta)
  values (old.status, old.square_account, old.is_recurring, -1), (new.status, new.square_account, new.is_recurring, 1);
  return null;
end $$;
--> statement-breakpoint
create trigger invoice_counts_insert after insert on invoices
  referencing new table as changed for each statement execute function invoice_counts_inserted();
--> statement-breakpoint
create trigger invoice_counts_delete after delete on invoices
  referencing old table as changed for each statement execute function invoice_counts_deleted();
--> statement-breakpoint
create trigger invoice_counts_move after update of status, square_account, is_recurring on invoices
  for each row when ((old.status, old.square_account, old.is_recurring)
                     is distinct from (new.status, new.square_account, new.is_recurring))
  execute function invoice_counts_moved();
