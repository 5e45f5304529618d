DROP INDEX "import_rows_number";--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "sheet" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "is_data" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "sheets" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "sheet" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "header_row" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "name_column" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "import_rows_number" ON "import_rows" USING btree ("import_id","row_number","sheet");