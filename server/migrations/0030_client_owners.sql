-- Whose client it is (decision 046): with the client, in the outlines that lists are read off, and in the kept counts.
ALTER TABLE "client_count_deltas" ADD COLUMN "owner_agent_id" bigint;--> statement-breakpoint
ALTER TABLE "client_outlines" ADD COLUMN "owner_agent_id" bigint;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "owner_agent_id" bigint;--> statement-breakpoint
-- Clients of before belong to who made them; whose maker is gone belong to nobody.
update clients set owner_agent_id = created_by where created_by is not null;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_owner_agent_id_agents_id_fk" FOREIGN KEY ("owner_agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
update client_outlines o set owner_agent_id = c.owner_agent_id
  from clients c where c.id = o.client_id and c.owner_agent_id is not null;--> statement-breakpoint
CREATE INDEX "client_outlines_by_owner" ON "client_outlines" USING btree ("owner_agent_id","sort_name" collate "ledger_order","client_id");--> statement-breakpoint
analyze client_outlines;--> statement-breakpoint
create or replace function client_outlines_made() returns trigger language plpgsql as $$
begin
  insert into client_outlines
  select id, status, client_sort_name(client_first_name, client_last_name), nullif(primary_phone, ''),
         nullif(primary_email, ''), nullif(current_health_plan_name, ''), next_f_u_date,
         client_search_text(client_first_name, client_last_name, primary_email, current_health_plan_name, primary_phone),
         owner_agent_id
    from made;
  return null;
end $$;
--> statement-breakpoint
create or replace function client_outlines_changed() returns trigger language plpgsql as $$
begin
  update client_outlines
     set status = new.status, sort_name = client_sort_name(new.client_first_name, new.client_last_name),
         primary_phone = nullif(new.primary_phone, ''), primary_email = nullif(new.primary_email, ''),
         current_health_plan_name = nullif(new.current_health_plan_name, ''), next_f_u_date = new.next_f_u_date,
         search_text = client_search_text(new.client_first_name, new.client_last_name, new.primary_email,
                                          new.current_health_plan_name, new.primary_phone),
         owner_agent_id = new.owner_agent_id
   where client_id = new.id;
  return null;
end $$;
--> statement-breakpoint
drop trigger client_outlines_update on clients;
--> statement-breakpoint
create trigger client_outlines_update
  after update of status, client_first_name, client_last_name, primary_phone, primary_email, current_health_plan_name,
                  next_f_u_date, owner_agent_id
  on clients for each row
  when ((old.status, old.client_first_name, old.client_last_name, old.primary_phone, old.primary_email,
         old.current_health_plan_name, old.next_f_u_date, old.owner_agent_id)
        is distinct from
        (new.status, new.client_first_name, new.client_last_name, new.primary_phone, new.primary_email,
         new.current_health_plan_name, new.next_f_u_date, new.owner_agent_id))
  execute function client_outlines_changed();
--> statement-breakpoint
create or replace function client_counts_inserted() returns trigger language plpgsql as $$
begin
  insert into client_count_deltas (status, owner_agent_id, delta)
  select status, owner_agent_id, count(*) from changed group by 1, 2;
  return null;
end $$;
--> statement-breakpoint
create or replace function client_counts_deleted() returns trigger language plpgsql as $$
begin
  insert into client_count_deltas (status, owner_agent_id, delta)
  select status, owner_agent_id, -count(*) from changed group by 1, 2;
  return null;
end $$;
--> statement-breakpoint
create or replace function client_counts_moved() returns trigger language plpgsql as $$
begin
  insert into client_count_deltas (status, owner_agent_id, delta)
  values (old.status, old.owner_agent_id, -1), (new.status, new.owner_agent_id, 1);
  return null;
end $$;
--> statement-breakpoint
drop trigger client_counts_move on clients;
--> statement-breakpoint
create trigger client_counts_move after update of status, owner_agent_id on clients
  for each row when ((old.status, old.owner_agent_id) is distinct from (new.status, new.owner_agent_id))
  execute function client_counts_moved();
--> statement-breakpoint
delete from client_count_deltas;
--> statement-breakpoint
insert into client_count_deltas (status, owner_agent_id, delta)
select status, owner_agent_id, count(*) from clients group by 1, 2;
