CREATE INDEX "sessions_search" ON "sessions" USING gin ("session_type" gin_trgm_ops) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "client_outlines_by_first_name" ON "client_outlines" USING btree ((split_part("sort_name", chr(9), 2) || ' ' || split_part("sort_name", chr(9), 1)) collate "ledger_order","client_id");--> statement-breakpoint
CREATE INDEX "documents_search" ON "documents" USING gin ("file_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tasks_search" ON "tasks" USING gin ("title" gin_trgm_ops) WHERE "done_at" is null;