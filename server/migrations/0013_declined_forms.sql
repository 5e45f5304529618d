ALTER TABLE "session_forms" drop column "category";--> statement-breakpoint
ALTER TABLE "session_forms" ADD COLUMN "category" text GENERATED ALWAYS AS (case
  when is_voided or voided_at is not null or lower(btrim(status)) = 'voided' then 'voided'
  when lower(btrim(status)) = 'declined' then case when read_at is null and form_data is null then 'new' else 'in_progress' end
  when pending_advisor_signature and not (has_advisor_signature or advisor_signed_at is not null) then 'alert'
  when not (pending_client_signature and not (has_client_signature or client_signed_at is not null))
       and (has_advisor_signature or advisor_signed_at is not null or has_client_signature
            or client_signed_at is not null or lower(btrim(status)) = 'completed' or signed_at is not null or is_completed)
    then 'complete'
  when read_at is null and form_data is null then 'new'
  else 'in_progress' end) STORED;--> statement-breakpoint
CREATE INDEX "session_forms_category" ON "session_forms" USING btree ("category","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);