ALTER TABLE "audit_archives" ADD COLUMN "checkpoint_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_links" ADD COLUMN "sealed_at" timestamp with time zone;