CREATE TABLE "job_holds" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"run" uuid NOT NULL,
	"server_id" integer,
	"interruptions" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "job_holds_run_unique" UNIQUE("run")
);
--> statement-breakpoint
CREATE TABLE "job_servers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_servers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_holds" ADD CONSTRAINT "job_holds_server_id_job_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."job_servers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_holds_server" ON "job_holds" USING btree ("server_id");