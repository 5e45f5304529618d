-- Clients as lists find, count and order them, in a narrow table of its own (decision 043).
CREATE TABLE "client_outlines" (
	"client_id" bigint PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"sort_name" text,
	"primary_phone" text,
	"primary_email" text,
	"current_health_plan_name" text,
	"next_f_u_date" date,
	"search_text" text NOT NULL
);
--> statement-breakpoint
-- The tab sorts before every character of a name: "Adams" and all who are called so come before "Adams-Allen".
create function client_sort_name(first_name text, last_name text) returns text language sql immutable as $$
  select nullif(concat_ws(chr(9), nullif(last_name, ''), nullif(first_name, '')), '')
$$;
--> statement-breakpoint
create function client_search_text(first_name text, last_name text, email text, plan text, phone text)
returns text language sql immutable as $$
  select lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' ||
    coalesce(plan, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g'))
$$;
--> statement-breakpoint
insert into client_outlines
select id, status, client_sort_name(client_first_name, client_last_name), nullif(primary_phone, ''),
       nullif(primary_email, ''), nullif(current_health_plan_name, ''), next_f_u_date, search_text
  from clients;
--> statement-breakpoint
create function client_outlines_made() returns trigger language plpgsql as $$
begin
  insert into client_outlines
  select id, status, client_sort_name(client_first_name, client_last_name), nullif(primary_phone, ''),
         nullif(primary_email, ''), nullif(current_health_plan_name, ''), next_f_u_date,
         client_search_text(client_first_name, client_last_name, primary_email, current_health_plan_name, primary_phone)
    from made;
  return null;
end $$;
--> statement-breakpoint
create function client_outlines_changed() returns trigger language plpgsql as $$
begin
  update client_outlines
     set status = new.status, sort_name = client_sort_name(new.client_first_name, new.client_last_name),
         primary_phone = nullif(new.primary_phone, ''), primary_email = nullif(new.primary_email, ''),
         current_health_plan_name = nullif(new.current_health_plan_name, ''), next_f_u_date = new.next_f_u_date,
         search_text = client_search_text(new.client_first_name, new.client_last_name, new.primary_email,
                                          new.current_health_plan_name, new.primary_phone)
   where client_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger client_outlines_insert after insert on clients
  referencing new table as made for each statement execute function client_outlines_made();
--> statement-breakpoint
create trigger client_outlines_update
  after update of status, client_first_name, client_last_name, primary_phone, primary_email, current_health_plan_name, next_f_u_date
  on clients for each row
  when ((old.status, old.client_first_name, old.client_last_name, old.primary_phone, old.primary_email,
         old.current_health_plan_name, old.next_f_u_date)
        is distinct from
        (new.status, new.client_first_name, new.client_last_name, new.primary_phone, new.primary_email,
         new.current_health_plan_name, new.next_f_u_date))
  execute function client_outlines_changed();
--> statement-breakpoint
ALTER TABLE "client_outlines" ADD CONSTRAINT "client_outlines_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_outlines_by_name" ON "client_outlines" USING btree ("sort_name" collate "ledger_order","client_id");--> statement-breakpoint
CREATE INDEX "client_outlines_by_status" ON "client_outlines" USING btree ("status","sort_name" collate "ledger_order","client_id");--> statement-breakpoint
CREATE INDEX "client_outlines_by_phone" ON "client_outlines" USING btree ("primary_phone" collate "ledger_order","client_id");--> statement-breakpoint
CREATE INDEX "client_outlines_by_email" ON "client_outlines" USING btree ("primary_email" collate "ledger_order","client_id");--> statement-breakpoint
CREATE INDEX "client_outlines_by_plan" ON "client_outlines" USING btree ("current_health_plan_name" collate "ledger_order","client_id");--> statement-breakpoint
CREATE INDEX "client_outlines_by_follow_up" ON "client_outlines" USING btree ("next_f_u_date","client_id");--> statement-breakpoint
CREATE INDEX "client_outlines_search" ON "client_outlines" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
analyze client_outlines;--> statement-breakpoint
DROP INDEX "clients_by_name";--> statement-breakpoint
DROP INDEX "clients_by_status_name";--> statement-breakpoint
DROP INDEX "clients_by_phone";--> statement-breakpoint
DROP INDEX "clients_by_email";--> statement-breakpoint
DROP INDEX "clients_by_plan";--> statement-breakpoint
DROP INDEX "clients_by_follow_up";--> statement-breakpoint
DROP INDEX "clients_search";--> statement-breakpoint
ALTER TABLE "clients" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "clients" DROP COLUMN "sort_name";
