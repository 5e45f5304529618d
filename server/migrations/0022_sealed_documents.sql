ALTER TABLE "documents" ADD COLUMN "is_sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Finished PDFs of forms that are still there, and of forms that are deleted already: the trail knows which those were.
UPDATE "documents" d SET "is_sealed" = true
  WHERE EXISTS (SELECT 1 FROM "session_forms" f WHERE f.id = d.session_form_id AND f.signed_document_id = d.id::text)
     OR EXISTS (
       SELECT 1 FROM "audit_events" e
        WHERE e.entity = 'document' AND e.entity_id = d.id AND e.action = 'created'
          AND e.new_value->>'signed' = 'true' AND e.new_value->>'session_form_id' IS NOT NULL
     );
