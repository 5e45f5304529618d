CREATE TABLE "audit_archives" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_archives_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"storage_key" text NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"from_position" bigint NOT NULL,
	"to_position" bigint NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"last_hash" "bytea" NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"archived_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"hash" "bytea" NOT NULL,
	"last_xid" "xid8" DEFAULT '0' NOT NULL,
	"last_id" bigint DEFAULT 0 NOT NULL,
	"life" text,
	"life_from" bigint DEFAULT 0 NOT NULL,
	"sealed_at" timestamp with time zone,
	"head_position" bigint DEFAULT 0 NOT NULL,
	"head_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" text NOT NULL,
	"agent_name" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"done" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"unsealed" bigint DEFAULT 0 NOT NULL,
	"result" jsonb,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "audit_links" (
	"position" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"version" smallint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_links_event" UNIQUE("event_id")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "written_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_events_unsealed" ON "audit_events" USING btree ("written_in","id");
--> statement-breakpoint
INSERT INTO "audit_chain" ("hash") VALUES (decode(repeat('00', 32), 'hex'));
--> statement-breakpoint
-- Rows of the trail are written once. The product's own two ways, each named in its transaction (decision 061): a rotation
-- of keys encrypts old_cipher anew, which no hash covers; rows that were archived are deleted with their links.
create function refuse_audit_change() returns trigger language plpgsql as $$
declare
  way text := current_setting('ledgerline.audit_way', true);
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit_events' and way = 'rotate'
     and to_jsonb(new) - 'old_cipher' = to_jsonb(old) - 'old_cipher' then
    return new;
  end if;
  if tg_op = 'DELETE' and way = 'archive' then
    return old;
  end if;
  raise exception 'The audit trail is not changed: % on % was refused.', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger refuse_change before update or delete on audit_events for each row execute function refuse_audit_change();
--> statement-breakpoint
create trigger refuse_truncate before truncate on audit_events for each statement execute function refuse_audit_change();
--> statement-breakpoint
create trigger refuse_change before update or delete on audit_links for each row execute function refuse_audit_change();
--> statement-breakpoint
create trigger refuse_truncate before truncate on audit_links for each statement execute function refuse_audit_change();
