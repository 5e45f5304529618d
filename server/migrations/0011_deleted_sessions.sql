-- Deleted sessions are kept for the trail and hold nothing: they go when their client does. Others still hold it.
create function remove_deleted_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where client_id = old.id and is_deleted;
  return old;
end $$;
--> statement-breakpoint
create trigger clients_remove_deleted_sessions before delete on clients
  for each row execute function remove_deleted_sessions();
