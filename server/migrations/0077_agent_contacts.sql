CREATE TABLE "agent_contacts" (
	"agent_id" bigint PRIMARY KEY NOT NULL,
	"phone" text,
	"photo" text,
	"photo_token" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_contacts" ADD CONSTRAINT "agent_contacts_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_contacts_photo_unique" ON "agent_contacts" USING btree ("photo_token");