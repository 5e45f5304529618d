CREATE TABLE "policies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "policies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" bigint NOT NULL,
	"line" text NOT NULL,
	"carrier" text NOT NULL,
	"plan_name" text NOT NULL,
	"plan_type" text NOT NULL,
	"policy_number" text,
	"shown_number" text DEFAULT '' NOT NULL,
	"effective_date" date,
	"end_date" date,
	"status" text NOT NULL,
	"premium_cents" bigint,
	"subsidy_cents" bigint,
	"agent_of_record_id" bigint,
	"covered" text[] NOT NULL,
	"notes" text NOT NULL,
	"renewal_status" text DEFAULT 'to_contact' NOT NULL,
	"lost_reason" text DEFAULT '' NOT NULL,
	"next_policy_id" bigint,
	"search_text" text GENERATED ALWAYS AS (fold_text(carrier || ' ' || plan_name || ' ' || shown_number)) STORED NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_agent_of_record_id_agents_id_fk" FOREIGN KEY ("agent_of_record_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_created_by_agents_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "policies_client" ON "policies" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "policies_by_end" ON "policies" USING btree ("end_date","id");--> statement-breakpoint
CREATE INDEX "policies_open_renewals" ON "policies" USING btree ("end_date","id") WHERE status in ('submitted', 'active') and renewal_status in ('to_contact', 'in_progress');--> statement-breakpoint
CREATE INDEX "policies_search" ON "policies" USING gin ("search_text" gin_trgm_ops);