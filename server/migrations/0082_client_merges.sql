CREATE TABLE "client_merges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" bigint NOT NULL,
	"survivor_id" bigint NOT NULL,
	"agent_id" bigint,
	"agent_name" text NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"moved" jsonb,
	"dropped" jsonb
);
--> statement-breakpoint
CREATE TABLE "merged_clients" (
	"id" bigint PRIMARY KEY NOT NULL,
	"into_id" bigint NOT NULL,
	"merge_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"wrapped_key" text NOT NULL,
	"stored" jsonb
);
--> statement-breakpoint
ALTER TABLE "client_merges" ADD CONSTRAINT "client_merges_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_merges" ADD CONSTRAINT "client_merges_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_clients" ADD CONSTRAINT "merged_clients_into_id_clients_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_clients" ADD CONSTRAINT "merged_clients_merge_id_client_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."client_merges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_merges_client" ON "client_merges" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "client_merges_time" ON "client_merges" USING btree ("merged_at");--> statement-breakpoint
CREATE INDEX "client_merges_agent" ON "client_merges" USING btree ("agent_id") WHERE agent_id is not null;--> statement-breakpoint
CREATE INDEX "merged_clients_into" ON "merged_clients" USING btree ("into_id");--> statement-breakpoint
CREATE INDEX "merged_clients_merge" ON "merged_clients" USING btree ("merge_id");