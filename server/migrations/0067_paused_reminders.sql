-- Whether an agent paused or stopped the reminders of a submission, through its own link or its session's, or of an invoice: the newest
-- series decides. The other emails about them follow the same decision (decision 108).
create function has_paused_reminders(form bigint, invoice bigint) returns boolean language sql stable as $$
  select coalesce((
    select s.state = 'paused' or (s.state = 'stopped' and s.reason = 'agent')
      from reminder_series s left join secure_links l on l.id = s.link_id
     where s.invoice_id = invoice or l.session_form_id = form
        or (l.session_form_id is null
            and l.session_id = (select f.session_id from session_forms f where f.id = form))
     order by s.id desc limit 1), false)
$$;
