CREATE TABLE "saved_view_defaults" (
	"agent_id" bigint NOT NULL,
	"list" text NOT NULL,
	"view_id" bigint NOT NULL,
	CONSTRAINT "saved_view_defaults_agent_id_list_pk" PRIMARY KEY("agent_id","list")
);
--> statement-breakpoint
CREATE TABLE "saved_view_pins" (
	"agent_id" bigint NOT NULL,
	"view_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "saved_view_pins_agent_id_view_id_pk" PRIMARY KEY("agent_id","view_id")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"list" text NOT NULL,
	"private_to" bigint,
	"agent_id" bigint,
	"content" text,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "can_agents_share_views" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_view_defaults" ADD CONSTRAINT "saved_view_defaults_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view_defaults" ADD CONSTRAINT "saved_view_defaults_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view_pins" ADD CONSTRAINT "saved_view_pins_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view_pins" ADD CONSTRAINT "saved_view_pins_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_private_to_agents_id_fk" FOREIGN KEY ("private_to") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_changed_by_agents_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_view_defaults_view" ON "saved_view_defaults" USING btree ("view_id");--> statement-breakpoint
CREATE INDEX "saved_view_pins_view" ON "saved_view_pins" USING btree ("view_id");--> statement-breakpoint
CREATE INDEX "saved_views_list" ON "saved_views" USING btree ("list");--> statement-breakpoint
CREATE INDEX "saved_views_private" ON "saved_views" USING btree ("private_to");--> statement-breakpoint
CREATE INDEX "saved_views_agent" ON "saved_views" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "saved_views_deleted" ON "saved_views" USING btree ("deleted_at") WHERE deleted_at is not null;