ALTER TABLE "imports" ADD COLUMN "date_order" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "date_proofs" jsonb DEFAULT '[]'::jsonb NOT NULL;