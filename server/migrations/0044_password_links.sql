CREATE TABLE "password_links" (
	"agent_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"token_fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "password_links_agent_id_kind_pk" PRIMARY KEY("agent_id","kind")
);
--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "password_links_token_unique" ON "password_links" USING btree ("token_fingerprint");