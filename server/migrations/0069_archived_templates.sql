CREATE TABLE "archived_library_files" (
	"file_id" text PRIMARY KEY NOT NULL,
	"archived_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "global_forms" ADD COLUMN "archived_at" timestamp with time zone;