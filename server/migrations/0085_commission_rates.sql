CREATE TABLE "commission_rates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commission_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"carrier" text NOT NULL,
	"carrier_key" text GENERATED ALWAYS AS (fold_text(carrier)) STORED NOT NULL,
	"line" text NOT NULL,
	"effective_date" date NOT NULL,
	"basis" text NOT NULL,
	"amount" bigint NOT NULL,
	"changed_by" bigint,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policy_commissions" (
	"policy_id" bigint PRIMARY KEY NOT NULL,
	"basis" text NOT NULL,
	"amount" bigint NOT NULL,
	"changed_by" bigint,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "commission_rates" ADD CONSTRAINT "commission_rates_changed_by_agents_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_commissions" ADD CONSTRAINT "policy_commissions_policy_id_policies_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_commissions" ADD CONSTRAINT "policy_commissions_changed_by_agents_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "commission_rates_of" ON "commission_rates" USING btree ("carrier_key","line","effective_date");