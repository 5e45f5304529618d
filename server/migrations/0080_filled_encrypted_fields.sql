ALTER TABLE "clients" ADD COLUMN "filled_encrypted" text;--> statement-breakpoint
CREATE INDEX "clients_unlisted" ON "clients" USING btree ("id") WHERE "filled_encrypted" is null;--> statement-breakpoint
-- As before (0048), but a job that lists the filled fields has checked the text.
drop trigger clients_void_ledger_text on clients;
--> statement-breakpoint
create trigger clients_void_ledger_text before update on clients
  for each row when (new.ledger_text is not null and new.ledger_text is not distinct from old.ledger_text
                     and new.sealed is not distinct from old.sealed
                     and new.filled_encrypted is not distinct from old.filled_encrypted)
  execute function clients_void_ledger_text();
--> statement-breakpoint
-- A ciphertext that contradicts the list voids it, so that a writer without it leaves no wrong list.
create function clients_void_filled_encrypted() returns trigger language plpgsql as $$
begin
  new.filled_encrypted := null;
  return new;
end $$;
--> statement-breakpoint
create trigger clients_void_filled_encrypted before insert or update on clients
  for each row when (new.filled_encrypted is not null
                     and (new.sealed is null or (new.sealed = '') <> (new.filled_encrypted = '')))
  execute function clients_void_filled_encrypted();
