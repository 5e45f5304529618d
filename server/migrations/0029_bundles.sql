CREATE TABLE "bundle_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bundle_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bundle_id" bigint NOT NULL,
	"form_id" bigint,
	"form_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bundle_uses" (
	"bundle_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bundle_uses_bundle_id_agent_id_pk" PRIMARY KEY("bundle_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "bundles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bundles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bundle_templates" ADD CONSTRAINT "bundle_templates_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_templates" ADD CONSTRAINT "bundle_templates_form_id_global_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."global_forms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_uses" ADD CONSTRAINT "bundle_uses_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_uses" ADD CONSTRAINT "bundle_uses_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bundle_templates_unique" ON "bundle_templates" USING btree ("bundle_id","form_id");--> statement-breakpoint
CREATE INDEX "bundle_templates_form" ON "bundle_templates" USING btree ("form_id");--> statement-breakpoint
CREATE INDEX "bundle_uses_agent" ON "bundle_uses" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bundles_name_unique" ON "bundles" USING btree (lower("name"));