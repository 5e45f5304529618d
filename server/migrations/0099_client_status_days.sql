CREATE TABLE "client_status_days" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_status_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"status" text NOT NULL,
	"owner_agent_id" bigint,
	"clients" integer NOT NULL,
	CONSTRAINT "client_status_days_unique" UNIQUE NULLS NOT DISTINCT("day","status","owner_agent_id")
);
