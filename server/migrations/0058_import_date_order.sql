ALTER TABLE "imports" ADD COLUMN "date_order" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "date_proofs" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "import_rows_client" ON "import_rows" USING btree ("client_id") WHERE client_id is not null