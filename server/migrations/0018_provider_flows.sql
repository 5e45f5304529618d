CREATE TABLE "esign_reconciles" (
	"provider" text PRIMARY KEY NOT NULL,
	"asked_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "pay_token" text;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "reconciled_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "session_forms" ADD COLUMN "envelope_provider" text;
--> statement-breakpoint
ALTER TABLE "session_forms" ADD COLUMN "envelope_checked_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "global_forms" ADD COLUMN "template_provider" text;
--> statement-breakpoint
ALTER TABLE "global_forms" ADD COLUMN "provider_missing_at" timestamp with time zone;
--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_pay_token_unique" ON "invoices" USING btree ("pay_token");
--> statement-breakpoint
CREATE INDEX "session_forms_envelope_open" ON "session_forms" USING btree ("envelope_checked_at" nulls first) WHERE envelope_id is not null and not is_completed and not is_voided and status <> 'declined';
--> statement-breakpoint
CREATE INDEX "session_forms_unfetched" ON "session_forms" USING btree ("id") WHERE envelope_id is not null and is_completed and signed_document_id is null;
--> statement-breakpoint
UPDATE "session_forms" SET "envelope_provider" = 'builtin', "envelope_checked_at" = "updated_at" WHERE "envelope_id" IS NOT NULL;
--> statement-breakpoint
UPDATE "global_forms" SET "template_provider" = 'builtin' WHERE "docusign_template_id" IS NOT NULL AND "synced_version" IS NOT NULL;
