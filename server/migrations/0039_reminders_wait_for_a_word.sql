-- A brokerage that worked before reminders were there is asked first (decisions/051): its owners switch them on. A new one has no clients yet, and has them on.
insert into global_settings (reminders_on, reminders_of_invoices)
select false, false
 where exists (select from clients) and not exists (select from reminder_series)
on conflict (only_row) do update set reminders_on = false, reminders_of_invoices = false;
