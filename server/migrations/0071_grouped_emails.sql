ALTER TABLE "agent_digests" ALTER COLUMN "last_on" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_digests" ADD COLUMN "pace_minutes" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_digests" ADD COLUMN "grouped_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "agent_notice_receivers_grouped" ON "agent_notice_receivers" USING btree ("agent_id","notice_id") WHERE read_at is null and mail = 'grouped';