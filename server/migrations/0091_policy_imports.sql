CREATE TABLE "imported_policies" (
	"import_row_id" bigint PRIMARY KEY NOT NULL,
	"policy_id" bigint NOT NULL,
	"before" jsonb,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "kind" text DEFAULT 'clients' NOT NULL;--> statement-breakpoint
ALTER TABLE "imported_policies" ADD CONSTRAINT "imported_policies_import_row_id_import_rows_id_fk" FOREIGN KEY ("import_row_id") REFERENCES "public"."import_rows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_policies" ADD CONSTRAINT "imported_policies_policy_id_policies_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_policies_policy" ON "imported_policies" USING btree ("policy_id");