DROP INDEX "commission_statements_file";--> statement-breakpoint
ALTER TABLE "commission_statements" ADD COLUMN "sheet" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "commission_statements_file" ON "commission_statements" USING btree ("file_hash","sheet","carrier_key");