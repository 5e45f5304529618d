ALTER TABLE "global_settings" ADD COLUMN "brand_color" text;--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "brand_phone" text;--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "brand_logo" text;--> statement-breakpoint
ALTER TABLE "global_settings" ADD COLUMN "brand_logo_info" jsonb;