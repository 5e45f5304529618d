CREATE TABLE "audit_alarms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_alarms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule" text NOT NULL,
	"agent_id" bigint,
	"count" bigint NOT NULL,
	"most" bigint NOT NULL,
	"told_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_watch" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"looked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_notices" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "watch" jsonb;--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "asks_reveal_reason" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_alarms_rule" ON "audit_alarms" USING btree ("rule","agent_id","told_at");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_action" ON "audit_events" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_address" ON "audit_events" USING btree ("address","at","id");