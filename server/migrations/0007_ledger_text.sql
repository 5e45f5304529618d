ALTER TABLE "clients" ADD COLUMN "ledger_text" text;--> statement-breakpoint
-- A write that does not bring the row's new text along makes the old one void: no writer can leave it stale.
create function clients_void_ledger_text() returns trigger language plpgsql as $$
begin
  new.ledger_text := null;
  return new;
end $$;
--> statement-breakpoint
create trigger clients_void_ledger_text before update on clients
  for each row when (new.ledger_text is not null and new.ledger_text is not distinct from old.ledger_text)
  execute function clients_void_ledger_text();
