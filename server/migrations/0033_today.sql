-- The last day of the month that a card's expiry names: 04/27, 4-2027, 2027-04 or 04/30/2027; null for any other text.
create function card_last_day(expiry text) returns date language plpgsql immutable strict parallel safe as $$
declare
  parts text[] := coalesce(
    regexp_match(expiry, '^\s*(0?[1-9]|1[0-2])\s*[/-]\s*(?:\d{1,2}\s*[/-]\s*)?(20\d\d|\d\d)\s*$'),
    (select array[m[2], m[1]] from regexp_match(expiry, '^\s*(20\d\d)\s*[/-]\s*(0?[1-9]|1[0-2])\s*$') as m));
begin
  if parts[2] is null then return null; end if;
  return make_date(2000 + parts[2]::int % 100, parts[1]::int, 1) + interval '1 month' - interval '1 day';
end $$;
--> statement-breakpoint
CREATE TABLE "today_marks" (
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"due_day" date NOT NULL,
	"hidden_until" date,
	"is_handed_over" boolean DEFAULT false NOT NULL,
	"owner_agent_id" bigint,
	"set_by" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "today_marks_kind_subject_id_pk" PRIMARY KEY("kind","subject_id")
);
--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "enrolment_windows" jsonb;--> statement-breakpoint
ALTER TABLE "today_marks" ADD CONSTRAINT "today_marks_owner_agent_id_agents_id_fk" FOREIGN KEY ("owner_agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "today_marks" ADD CONSTRAINT "today_marks_set_by_agents_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("due_date","id") WHERE status in ('draft', 'sent', 'partially_paid');--> statement-breakpoint
CREATE INDEX "transactions_failed" ON "transactions" USING btree ("created_at","id") WHERE payment_status = 'failed';--> statement-breakpoint
CREATE INDEX "session_forms_unread" ON "session_forms" USING btree ("updated_at","id") WHERE read_at is null and is_completed and not is_voided and voided_at is null;--> statement-breakpoint
CREATE INDEX "session_forms_priced" ON "session_forms" USING btree ("updated_at","id") WHERE category = 'complete' and final_form_total > 0;--> statement-breakpoint
CREATE INDEX "clients_by_birth" ON "clients" USING btree ("dob","id");--> statement-breakpoint
CREATE INDEX "clients_by_card_end" ON "clients" USING btree (card_last_day("exp_date"),"id");