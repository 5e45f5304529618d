CREATE TABLE "tasks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"client_id" bigint,
	"owner_agent_id" bigint,
	"due_day" date NOT NULL,
	"due_time" text DEFAULT '' NOT NULL,
	"repeat" text,
	"anchor_day" date NOT NULL,
	"sets_follow_up" boolean DEFAULT false NOT NULL,
	"previous_id" bigint,
	"done_at" timestamp with time zone,
	"done_by" bigint,
	"created_by" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner_agent_id_agents_id_fk" FOREIGN KEY ("owner_agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_previous_id_tasks_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_done_by_agents_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_agents_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("due_day","due_time","id") WHERE "done_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_open_of_owner" ON "tasks" USING btree ("owner_agent_id","due_day","due_time","id") WHERE "done_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_done" ON "tasks" USING btree ("done_at","id") WHERE "done_at" is not null;--> statement-breakpoint
CREATE INDEX "tasks_done_of_owner" ON "tasks" USING btree ("owner_agent_id","done_at","id") WHERE "done_at" is not null;--> statement-breakpoint
CREATE INDEX "tasks_of_client" ON "tasks" USING btree ("client_id","due_day","due_time","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_previous_unique" ON "tasks" USING btree ("previous_id");