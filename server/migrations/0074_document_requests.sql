CREATE TABLE "requested_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requested_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_form_id" bigint NOT NULL,
	"name" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"folder" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"order_index" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requested_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requested_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"requested_document_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"storage_key" text NOT NULL,
	"file_size" bigint NOT NULL,
	"mime_type" text NOT NULL,
	"sha256" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "requested_documents" ADD CONSTRAINT "requested_documents_session_form_id_session_forms_id_fk" FOREIGN KEY ("session_form_id") REFERENCES "public"."session_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_files" ADD CONSTRAINT "requested_files_requested_document_id_requested_documents_id_fk" FOREIGN KEY ("requested_document_id") REFERENCES "public"."requested_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "requested_documents_form" ON "requested_documents" USING btree ("session_form_id","order_index");--> statement-breakpoint
CREATE INDEX "requested_files_document" ON "requested_files" USING btree ("requested_document_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "requested_files_storage_key_unique" ON "requested_files" USING btree ("storage_key");