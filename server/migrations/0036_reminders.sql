CREATE TABLE "reminder_series" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminder_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" bigint NOT NULL,
	"link_id" bigint,
	"invoice_id" bigint,
	"state" text DEFAULT 'active' NOT NULL,
	"reason" text,
	"started_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"looked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reminders_sent" (
	"series_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"mail_id" bigint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminders_sent_series_id_number_pk" PRIMARY KEY("series_id","number")
);
--> statement-breakpoint
ALTER TABLE "global_forms" ADD COLUMN "reminders_mode" text DEFAULT 'default' NOT NULL;--> statement-breakpoint
ALTER TABLE "global_forms" ADD COLUMN "reminders_first_days" integer;--> statement-breakpoint
ALTER TABLE "global_forms" ADD COLUMN "reminders_every_days" integer;--> statement-breakpoint
ALTER TABLE "global_forms" ADD COLUMN "reminders_most" integer;--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "reminders_on" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "reminders_first_days" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "reminders_every_days" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "reminders_most" integer DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "reminders_of_invoices" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "link_id" bigint;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "invoice_id" bigint;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "not_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "reminder_series" ADD CONSTRAINT "reminder_series_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_series" ADD CONSTRAINT "reminder_series_link_id_secure_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."secure_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_series" ADD CONSTRAINT "reminder_series_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders_sent" ADD CONSTRAINT "reminders_sent_series_id_reminder_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."reminder_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reminder_series_link_unique" ON "reminder_series" USING btree ("link_id") WHERE state <> 'stopped';--> statement-breakpoint
CREATE UNIQUE INDEX "reminder_series_invoice_unique" ON "reminder_series" USING btree ("invoice_id") WHERE state <> 'stopped';--> statement-breakpoint
CREATE INDEX "reminder_series_link" ON "reminder_series" USING btree ("link_id","id");--> statement-breakpoint
CREATE INDEX "reminder_series_invoice" ON "reminder_series" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "reminder_series_client" ON "reminder_series" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "reminder_series_due" ON "reminder_series" USING btree ("due_at") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "reminder_series_looked" ON "reminder_series" USING btree ("looked_at") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "mail_messages_link" ON "mail_messages" USING btree ("link_id","id") WHERE link_id is not null;--> statement-breakpoint
CREATE INDEX "mail_messages_invoice" ON "mail_messages" USING btree ("invoice_id","id") WHERE invoice_id is not null;
--> statement-breakpoint
-- A mail that brings a link or an invoice begins its reminders (decisions/051), unless they are under way or an agent has stopped them.
create function begin_reminders() returns trigger language plpgsql as $$
begin
  insert into reminder_series (client_id, link_id, invoice_id, started_at)
  select new.client_id, new.link_id, new.invoice_id, new.created_at
   where not exists (select from reminder_series s
                      where (s.link_id = new.link_id or s.invoice_id = new.invoice_id)
                        and (s.state <> 'stopped' or s.reason = 'agent'))
  on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger mail_begins_reminders after insert on mail_messages for each row
  when (new.kind in ('form_link', 'session_link', 'invoice') and new.client_id is not null
        and (new.link_id is not null or new.invoice_id is not null))
  execute function begin_reminders();
