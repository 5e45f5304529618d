CREATE TABLE "commission_columns" (
	"carrier_key" text PRIMARY KEY NOT NULL,
	"headers" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "commission_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commission_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement_id" bigint NOT NULL,
	"row_number" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"period" text,
	"paid_on" date,
	"is_duplicate" boolean DEFAULT false NOT NULL,
	"policy_id" bigint,
	"is_ambiguous" boolean DEFAULT false NOT NULL,
	"content" text
);
--> statement-breakpoint
CREATE TABLE "commission_resolutions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commission_resolutions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement_id" bigint NOT NULL,
	"policy_id" bigint,
	"line_id" bigint,
	"expected_cents" bigint,
	"paid_cents" bigint NOT NULL,
	"note" text NOT NULL,
	"agent_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "commission_statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commission_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"carrier" text NOT NULL,
	"carrier_key" text GENERATED ALWAYS AS (fold_text(carrier)) STORED NOT NULL,
	"month" text NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"lines_hash" text NOT NULL,
	"stated_total_cents" bigint,
	"agent_id" bigint,
	"agent_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "commission_lines" ADD CONSTRAINT "commission_lines_statement_id_commission_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."commission_statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_lines" ADD CONSTRAINT "commission_lines_policy_id_policies_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_resolutions" ADD CONSTRAINT "commission_resolutions_statement_id_commission_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."commission_statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_resolutions" ADD CONSTRAINT "commission_resolutions_policy_id_policies_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_resolutions" ADD CONSTRAINT "commission_resolutions_line_id_commission_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."commission_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_statements" ADD CONSTRAINT "commission_statements_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commission_lines_statement" ON "commission_lines" USING btree ("statement_id","row_number");--> statement-breakpoint
CREATE INDEX "commission_lines_policy" ON "commission_lines" USING btree ("policy_id") WHERE policy_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "commission_resolutions_policy" ON "commission_resolutions" USING btree ("statement_id","policy_id");--> statement-breakpoint
CREATE UNIQUE INDEX "commission_resolutions_line" ON "commission_resolutions" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "commission_resolutions_of_policy" ON "commission_resolutions" USING btree ("policy_id");--> statement-breakpoint
CREATE UNIQUE INDEX "commission_statements_file" ON "commission_statements" USING btree ("file_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "commission_statements_lines" ON "commission_statements" USING btree ("carrier_key","month","lines_hash");