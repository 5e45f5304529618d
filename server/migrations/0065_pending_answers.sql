DROP INDEX "session_forms_unread";--> statement-breakpoint
ALTER TABLE "session_forms" ADD COLUMN "has_pending_answers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "session_forms_to_review" ON "session_forms" USING btree ("updated_at","id") WHERE (read_at is null or has_pending_answers) and is_completed and not is_voided and voided_at is null;