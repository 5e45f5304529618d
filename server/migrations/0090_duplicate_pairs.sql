CREATE TABLE "duplicate_pairs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "duplicate_pairs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"one_id" bigint NOT NULL,
	"other_id" bigint NOT NULL,
	"score" integer NOT NULL,
	"reasons" jsonb NOT NULL,
	"compared" text NOT NULL,
	"scan_id" bigint NOT NULL,
	"dismissed_at" timestamp with time zone,
	"dismissed_by" bigint,
	"dismissed_by_name" text
);
--> statement-breakpoint
CREATE TABLE "duplicate_scans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "duplicate_scans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" bigint,
	"started_at" timestamp with time zone NOT NULL,
	"progressed_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"after_id" bigint DEFAULT 0 NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"total_count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "duplicate_pairs" ADD CONSTRAINT "duplicate_pairs_dismissed_by_agents_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_scans" ADD CONSTRAINT "duplicate_scans_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "duplicate_pairs_clients" ON "duplicate_pairs" USING btree ("one_id","other_id");--> statement-breakpoint
CREATE INDEX "duplicate_pairs_open" ON "duplicate_pairs" USING btree ("score" desc,"id") WHERE "dismissed_at" is null;--> statement-breakpoint
CREATE INDEX "duplicate_pairs_dismissed" ON "duplicate_pairs" USING btree ("dismissed_at","id") WHERE "dismissed_at" is not null;--> statement-breakpoint
CREATE INDEX "duplicate_pairs_agent" ON "duplicate_pairs" USING btree ("dismissed_by") WHERE dismissed_by is not null;--> statement-breakpoint
CREATE INDEX "duplicate_scans_agent" ON "duplicate_scans" USING btree ("agent_id") WHERE agent_id is not null;