CREATE SEQUENCE "public"."invoice_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "invoice_count_deltas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_count_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"square_account" text NOT NULL,
	"is_recurring" boolean NOT NULL,
	"delta" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"description" text NOT NULL,
	"quantity" numeric(12, 3) NOT NULL,
	"unit_price_cents" bigint NOT NULL,
	"line_total_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_publications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_publications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"square_account" text NOT NULL,
	"content" jsonb NOT NULL,
	"provider_invoice_id" text,
	"public_url" text,
	"status" text DEFAULT 'planned' NOT NULL,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"external_ref" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tax_rate" numeric(7, 6) DEFAULT 0.07 NOT NULL,
	"is_tax_enabled" boolean DEFAULT false NOT NULL,
	"customer_id" bigint NOT NULL,
	"full_name" text,
	"email" text,
	"phone" text,
	"due_date" date,
	"status" text DEFAULT 'draft' NOT NULL,
	"send_immediately" boolean DEFAULT false NOT NULL,
	"square_account" text NOT NULL,
	"is_recurring" boolean DEFAULT false NOT NULL,
	"recurring_frequency" text,
	"recurring_frequency_interval" integer,
	"recurring_end_date" date,
	"recurring_total_payments" integer,
	"recurring_payment_id" bigint,
	"recurring_period" date,
	"subtotal_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"paid_amount_cents" bigint,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"square_public_url" text,
	"square_invoice_id" text,
	"provider" text,
	"provider_status" text,
	"session_id" bigint,
	"sent_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	"created_by" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(external_ref || chr(31) || title || chr(31) || coalesce(full_name, '') || chr(31) || coalesce(email, ''))) STORED,
	"sort_client" text GENERATED ALWAYS AS (coalesce(nullif(btrim(full_name), ''), nullif(btrim(email), ''))) STORED,
	"progress" integer GENERATED ALWAYS AS (case
  when status = 'paid' then 100
  when status <> 'partially_paid' or total_cents <= 0 then 0
  when paid_amount_cents is null then 50
  else least(100, (200 * greatest(paid_amount_cents, 0) + total_cents) / (2 * total_cents))::integer end) STORED
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"square_account" text NOT NULL,
	"customer_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "line_item_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "line_item_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"unit_price_cents" bigint NOT NULL,
	"category" text DEFAULT 'General' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"square_account" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"session_id" bigint,
	"square_account" text NOT NULL,
	"kind" text NOT NULL,
	"payment_method" text NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"amount" bigint NOT NULL,
	"payment_status" text NOT NULL,
	"refund_of" bigint,
	"provider" text,
	"provider_payment_id" text,
	"paid_on" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"recorded_by" bigint,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recurring_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recurring_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"client_id" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"square_account" text NOT NULL,
	"frequency" text NOT NULL,
	"frequency_interval" integer DEFAULT 1 NOT NULL,
	"anchor_date" date NOT NULL,
	"next_payment_date" date,
	"end_date" date,
	"total_payments" integer,
	"payments_made" integer DEFAULT 0 NOT NULL,
	"content" jsonb NOT NULL,
	"source_invoice_id" bigint,
	"created_by" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_customers" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "pay_customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" text NOT NULL,
	"account" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_events" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "pay_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text NOT NULL,
	"account" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pay_invoices" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "pay_invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" text NOT NULL,
	"account" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"customer_id" text NOT NULL,
	"token" text NOT NULL,
	"total_cents" bigint NOT NULL,
	"published" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pay_payments" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "pay_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"invoice_row" bigint NOT NULL,
	"idempotency_key" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"method" text NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"amount_cents" bigint NOT NULL,
	"refund_of" text,
	"answer" text NOT NULL,
	"due_at" timestamp with time zone,
	"will_fail" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_publications" ADD CONSTRAINT "invoice_publications_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer_id_clients_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."clients"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_recurring_payment_id_recurring_payments_id_fk" FOREIGN KEY ("recurring_payment_id") REFERENCES "public"."recurring_payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_created_by_agents_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_recorded_by_agents_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_payments" ADD CONSTRAINT "recurring_payments_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_payments" ADD CONSTRAINT "recurring_payments_created_by_agents_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_payments" ADD CONSTRAINT "pay_payments_invoice_row_pay_invoices_id_fk" FOREIGN KEY ("invoice_row") REFERENCES "public"."pay_invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_lines_position_unique" ON "invoice_lines" USING btree ("invoice_id","position");--> statement-breakpoint
CREATE INDEX "invoice_publications_invoice" ON "invoice_publications" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_publications_provider_unique" ON "invoice_publications" USING btree ("square_account","provider_invoice_id");--> statement-breakpoint
CREATE INDEX "invoice_publications_cancelling" ON "invoice_publications" USING btree ("id") WHERE status = 'cancelling';--> statement-breakpoint
CREATE INDEX "invoices_search" ON "invoices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invoices_by_client" ON "invoices" USING btree ("sort_client" collate "ledger_order","id");--> statement-breakpoint
CREATE INDEX "invoices_by_client_down" ON "invoices" USING btree ("sort_client" collate "ledger_order" desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "invoices_by_amount" ON "invoices" USING btree ("total_cents","id");--> statement-breakpoint
CREATE INDEX "invoices_by_progress" ON "invoices" USING btree ("progress","id");--> statement-breakpoint
CREATE INDEX "invoices_by_account" ON "invoices" USING btree ("square_account","id");--> statement-breakpoint
CREATE INDEX "invoices_by_status" ON "invoices" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "invoices_by_sent" ON "invoices" USING btree ("sent_at","id");--> statement-breakpoint
CREATE INDEX "invoices_by_sent_down" ON "invoices" USING btree ("sent_at" desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "invoices_by_created" ON "invoices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_status_sent" ON "invoices" USING btree ("status","sent_at","id");--> statement-breakpoint
CREATE INDEX "invoices_status_sent_down" ON "invoices" USING btree ("status","sent_at" desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "invoices_status_progress" ON "invoices" USING btree ("status","progress","id");--> statement-breakpoint
CREATE INDEX "invoices_pending_progress" ON "invoices" USING btree ("progress","id") WHERE status in ('sent', 'partially_paid');--> statement-breakpoint
CREATE INDEX "invoices_recurring" ON "invoices" USING btree ("created_at","id") WHERE is_recurring;--> statement-breakpoint
CREATE INDEX "invoices_recurring_sent" ON "invoices" USING btree ("sent_at","id") WHERE is_recurring;--> statement-breakpoint
CREATE INDEX "invoices_recurring_sent_down" ON "invoices" USING btree ("sent_at" desc nulls last,"id" desc) WHERE is_recurring;--> statement-breakpoint
CREATE INDEX "invoices_recurring_progress" ON "invoices" USING btree ("progress","id") WHERE is_recurring;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_external_ref_unique" ON "invoices" USING btree ("external_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_provider_unique" ON "invoices" USING btree ("square_account","square_invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_period_unique" ON "invoices" USING btree ("recurring_payment_id","recurring_period");--> statement-breakpoint
CREATE INDEX "invoices_customer" ON "invoices" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "invoices_session" ON "invoices" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("id") WHERE status in ('sent', 'partially_paid', 'pending');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_customers_unique" ON "payment_customers" USING btree ("client_id","provider","square_account");--> statement-breakpoint
CREATE INDEX "line_item_templates_category" ON "line_item_templates" USING btree ("category","name");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_events_unique" ON "provider_events" USING btree ("provider","square_account","event_id");--> statement-breakpoint
CREATE INDEX "provider_events_status" ON "provider_events" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "transactions_invoice" ON "transactions" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "transactions_session" ON "transactions" USING btree ("session_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_provider_unique" ON "transactions" USING btree ("provider","square_account","provider_payment_id");--> statement-breakpoint
CREATE INDEX "recurring_payments_due" ON "recurring_payments" USING btree ("next_payment_date","id") WHERE status = 'ACTIVE';--> statement-breakpoint
CREATE UNIQUE INDEX "recurring_payments_source_unique" ON "recurring_payments" USING btree ("source_invoice_id");--> statement-breakpoint
CREATE INDEX "recurring_payments_client" ON "recurring_payments" USING btree ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_customers_customer_id" ON "pay_customers" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_customers_key" ON "pay_customers" USING btree ("account","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_events_event_id" ON "pay_events" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "pay_events_undelivered" ON "pay_events" USING btree ("delivered_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_invoices_invoice_id" ON "pay_invoices" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_invoices_token" ON "pay_invoices" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_invoices_key" ON "pay_invoices" USING btree ("account","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_payments_payment_id" ON "pay_payments" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_payments_key" ON "pay_payments" USING btree ("invoice_row","idempotency_key");--> statement-breakpoint
CREATE INDEX "pay_payments_due" ON "pay_payments" USING btree ("status","due_at");