ALTER TABLE "global_settings" ADD COLUMN "enrollment_confirmed_for" integer;--> statement-breakpoint
-- The former default periods, saved unchanged, follow the plan year from now on.
update global_settings set enrolment_windows = null
 where enrolment_windows = '[{"name": "Medicare open enrollment", "from": "10-15", "to": "12-07"}, {"name": "Marketplace open enrollment", "from": "11-01", "to": "01-15"}]'::jsonb;
