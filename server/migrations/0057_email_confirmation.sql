CREATE TABLE "email_links" (
	"agent_id" bigint PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"token_fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_emails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" bigint NOT NULL,
	"email" text NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL,
	"was_trusted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "has_legacy_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "password_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "reauthenticated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_links" ADD CONSTRAINT "email_links_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_emails" ADD CONSTRAINT "former_emails_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_links_token_unique" ON "email_links" USING btree ("token_fingerprint");--> statement-breakpoint
CREATE INDEX "former_emails_agent" ON "former_emails" USING btree ("agent_id","replaced_at");--> statement-breakpoint
-- Whoever was connected by the address has confirmed it at the identity provider.
UPDATE "agents" a SET "email_confirmed_at" = i."connected_at" FROM "agent_identities" i
 WHERE i."agent_id" = a."id" AND lower(i."email" COLLATE "C") = lower(a."email" COLLATE "C");--> statement-breakpoint
-- Until now every address counted as valid, except those of agents who have yet to accept an invitation.
UPDATE "agents" a SET "has_legacy_email" = true
 WHERE NOT EXISTS (SELECT FROM "password_links" l WHERE l."agent_id" = a."id" AND l."kind" = 'invitation');
