ALTER TABLE "import_rows" ADD COLUMN "to_confirm" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "confirmed" boolean DEFAULT false NOT NULL;