ALTER TABLE "sign_ins" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "last_used_at" timestamp with time zone;