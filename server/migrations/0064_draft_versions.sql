ALTER TABLE "session_forms" ADD COLUMN "draft_state" jsonb;--> statement-breakpoint
ALTER TABLE "esign_signers" ADD COLUMN "draft_state" jsonb;