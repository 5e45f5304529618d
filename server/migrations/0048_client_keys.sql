CREATE TABLE "client_keys" (
	"id" bigint PRIMARY KEY NOT NULL,
	"wrapped_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "sealed" text;--> statement-breakpoint
ALTER TABLE "client_keys" ADD CONSTRAINT "client_keys_id_clients_id_fk" FOREIGN KEY ("id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clients_unsealed" ON "clients" USING btree ("id") WHERE "sealed" is null;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_sealed_alone" CHECK ("sealed" is null or num_nonnulls("height", "weight", "medicarenumber", "medicaidnumber", "sp_height", "sp_weight", "dep1_height", "dep1_weight", "dep2_height", "dep2_weight", "dep3_height", "dep3_weight", "dep4_height", "dep4_weight", "business_ein", "agi", "age_of_mother", "status_of_mother", "age_of_father", "status_of_father", "age_of_sibling1", "status_of_sibling1", "age_of_sibling2", "status_of_sibling2", "age_of_sibling3", "status_of_sibling3", "age_of_sibling4", "status_of_sibling4", "name_of_pcp", "name_of_spec1", "name_of_spec2", "name_of_spec3", "name_of_rx1", "name_of_rx2", "name_of_rx3") = 0);--> statement-breakpoint
-- As before (0007), but a write that seals something new has brought the text along: what is sealed does not stand in it.
drop trigger clients_void_ledger_text on clients;
--> statement-breakpoint
create trigger clients_void_ledger_text before update on clients
  for each row when (new.ledger_text is not null and new.ledger_text is not distinct from old.ledger_text
                     and new.sealed is not distinct from old.sealed)
  execute function clients_void_ledger_text();
