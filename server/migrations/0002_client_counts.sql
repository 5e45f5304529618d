-- Keeps client_count_deltas: one row per status and statement for inserts and deletes, two rows per changed status.
create function client_counts_inserted() returns trigger language plpgsql as $$
begin
  insert into client_count_deltas (status, delta)
  select status, count(*) from changed group by status;
  return null;
end $$;
--> statement-breakpoint
create function client_counts_deleted() returns trigger language plpgsql as $$
begin
  insert into client_count_deltas (status, delta)
  select status, -count(*) from changed group by status;
  return null;
end $$;
--> statement-breakpoint
create function client_counts_moved() returns trigger language plpgsql as $$
begin
  insert into client_count_deltas (status, delta) values (old.status, -1), (new.status, 1);
  return null;
end $$;
--> statement-breakpoint
create trigger client_counts_insert after insert on clients
  referencing new table as changed for each statement execute function client_counts_inserted();
--> statement-breakpoint
create trigger client_counts_delete after delete on clients
  referencing old table as changed for each statement execute function client_counts_deleted();
--> statement-breakpoint
create trigger client_counts_move after update of status on clients
  for each row when (old.status is distinct from new.status) execute function client_counts_moved();
