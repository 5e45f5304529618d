CREATE TABLE "first_day_dismissals" (
	"agent_id" bigint PRIMARY KEY NOT NULL,
	"dismissed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "first_day_dismissals" ADD CONSTRAINT "first_day_dismissals_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;