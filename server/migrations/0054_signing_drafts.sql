ALTER TABLE "esign_signers" ADD COLUMN "draft_values" text;--> statement-breakpoint
ALTER TABLE "esign_signers" ADD COLUMN "draft_saved_at" timestamp with time zone;