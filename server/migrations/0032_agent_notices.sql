-- What agents are told of (decision 048), how each chose, and the mornings whose digests were looked after.
CREATE TABLE "agent_digests" (
	"agent_id" bigint PRIMARY KEY NOT NULL,
	"last_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_notice_choices" (
	"agent_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"is_in_app" boolean NOT NULL,
	"mail" text NOT NULL,
	CONSTRAINT "agent_notice_choices_agent_id_kind_pk" PRIMARY KEY("agent_id","kind")
);
--> statement-breakpoint
CREATE TABLE "agent_notice_receivers" (
	"notice_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"is_in_app" boolean NOT NULL,
	"mail" text NOT NULL,
	"read_at" timestamp with time zone,
	"mail_id" bigint,
	CONSTRAINT "agent_notice_receivers_agent_id_notice_id_pk" PRIMARY KEY("agent_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "agent_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agent_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"client_id" bigint,
	"client_first_name" text NOT NULL,
	"client_last_name" text NOT NULL,
	"about" text NOT NULL,
	"session_form_id" bigint,
	"session_id" bigint,
	"invoice_id" bigint,
	"import_id" bigint,
	"task_id" bigint,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_digests" ADD CONSTRAINT "agent_digests_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_notice_choices" ADD CONSTRAINT "agent_notice_choices_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_notice_receivers" ADD CONSTRAINT "agent_notice_receivers_notice_id_agent_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."agent_notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_notice_receivers" ADD CONSTRAINT "agent_notice_receivers_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_notices" ADD CONSTRAINT "agent_notices_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_notices" ADD CONSTRAINT "agent_notices_session_form_id_session_forms_id_fk" FOREIGN KEY ("session_form_id") REFERENCES "public"."session_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_notices" ADD CONSTRAINT "agent_notices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_notices" ADD CONSTRAINT "agent_notices_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_notices" ADD CONSTRAINT "agent_notices_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_notices" ADD CONSTRAINT "agent_notices_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_notice_receivers_notice" ON "agent_notice_receivers" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "agent_notice_receivers_unread" ON "agent_notice_receivers" USING btree ("agent_id","notice_id") WHERE read_at is null and is_in_app;--> statement-breakpoint
CREATE INDEX "agent_notice_receivers_digest" ON "agent_notice_receivers" USING btree ("agent_id","notice_id") WHERE read_at is null and mail = 'digest';--> statement-breakpoint
CREATE UNIQUE INDEX "agent_notices_cause_unique" ON "agent_notices" USING btree ("cause");--> statement-breakpoint
CREATE INDEX "agent_notices_created" ON "agent_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "agent_notices_client" ON "agent_notices" USING btree ("client_id") WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX "agent_notices_submission" ON "agent_notices" USING btree ("session_form_id") WHERE session_form_id is not null;--> statement-breakpoint
CREATE INDEX "agent_notices_session" ON "agent_notices" USING btree ("session_id") WHERE session_id is not null;--> statement-breakpoint
CREATE INDEX "agent_notices_invoice" ON "agent_notices" USING btree ("invoice_id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE INDEX "agent_notices_import" ON "agent_notices" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "agent_notices_task" ON "agent_notices" USING btree ("task_id") WHERE task_id is not null;--> statement-breakpoint
CREATE INDEX "secure_links_expiry" ON "secure_links" USING btree ("access_token_expires_at","id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "mail_messages_queued" ON "mail_messages" USING btree ("id") WHERE status = 'queued';