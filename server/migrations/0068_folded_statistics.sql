-- For databases that ran 0061 before it created these statistics.
create statistics if not exists "sessions_folded" on (fold_text("session_type")) from "sessions";
--> statement-breakpoint
create statistics if not exists "tasks_folded" on (fold_text("title")) from "tasks";
--> statement-breakpoint
analyze "sessions", "tasks";
--> statement-breakpoint
-- The same answer as in 0067, but each branch reads an index: one condition with "or" over the join reads all series, and payments and
-- signatures call this while they hold row locks. Here and not in 0067, which some databases ran before, and others skip because its
-- time is before that of 0066.
create or replace function has_paused_reminders(form bigint, invoice bigint) returns boolean language sql stable as $$
  select coalesce((
    select s.state = 'paused' or (s.state = 'stopped' and s.reason = 'agent')
      from (select r.id, r.state, r.reason from reminder_series r where r.invoice_id = invoice
            union all
            select r.id, r.state, r.reason
              from secure_links l join reminder_series r on r.link_id = l.id
             where l.session_form_id = form
            union all
            select r.id, r.state, r.reason
              from session_forms f
              join secure_links l on l.session_id = f.session_id and l.session_form_id is null
              join reminder_series r on r.link_id = l.id
             where f.id = form) s
     order by s.id desc limit 1), false)
$$;
