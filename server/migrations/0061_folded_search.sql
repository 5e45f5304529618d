-- One form of names and words for searching (decision 088): the same as foldText of contract/src/rules/fold.ts, which a test
-- compares over all of Unicode.
create function fold_text(value text) returns text language plpgsql immutable parallel safe as $$
begin
  if value !~ '[^ -~]' then
    value := btrim(lower(replace(value, '`', '''') collate "C"));
    return case when strpos(value, '  ') = 0 then value else regexp_replace(value, ' {2,}', ' ', 'g') end;
  end if;
  return btrim(regexp_replace(
    replace(replace(replace(replace(
      translate(
        lower(lower(
          translate(
            regexp_replace(
              normalize(
                translate(
                  value,
                  U&'\0060\00b4\02b9\02bb\02bc\02bd\02c8\2018\2019\201a\201b\2032\2035\ff07\201c\201d\201e\201f\00ab\00bb\2039\203a\2033\2036\ff02',
                  '''''''''''''''''''''''''''''' || '"""""""""""'),
                nfkd),
              '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u0640\u180e\u200b-\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufe00-\ufe0f]',
              '', 'g'),
            U&'\058a\05be\2010\2011\2012\2013\2014\2015\2043\2212\fe58\fe63\ff0d\0060\00b4\02b9\02bb\02bc\02bd\02c8\2018\2019\201a\201b\2032\2035\ff07',
            '-------------' || '''''''''''''''''''''''''''''')
          collate public."ledger_order") collate "default"),
        U&'\00f8\0142\0111\00f0\0127\0167\014b\0131\03c2', U&'olddhtni\03c3'),
      U&'\00df', 'ss'), U&'\00e6', 'ae'), U&'\0153', 'oe'), U&'\00fe', 'th')
    collate "default",
    '[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'));
end $$;
--> statement-breakpoint
create or replace function client_search_text(first_name text, last_name text, email text, plan text, phone text)
returns text language sql immutable as $$
  select fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' ||
    coalesce(plan, '')) || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g')
$$;
--> statement-breakpoint
-- The trigrams of all changed rows are merged into their index at once, by gin_clean_pending_list: a third of the time.
set local gin_pending_list_limit = '256MB';
--> statement-breakpoint
-- Plain texts stay as they are: of a million clients only those are written whose searched words change. Repeated spaces
-- count only inside and at the ends of a value: those between values come from empty ones, and no search spans them.
update client_outlines o
   set search_text = client_search_text(c.client_first_name, c.client_last_name, c.primary_email,
                                        c.current_health_plan_name, c.primary_phone)
  from clients c where c.id = o.client_id and (o.search_text ~ '[^ -~]|`' or (o.search_text like '%  %' and
       '|' || concat_ws('|', c.client_first_name, c.client_last_name, c.primary_email, c.current_health_plan_name) || '|'
         ~ '  | [|]|[|] '));
--> statement-breakpoint
select gin_clean_pending_list('client_outlines_search');
--> statement-breakpoint
analyze client_outlines;
--> statement-breakpoint
-- Kept by triggers from now on: another expression of a generated column would rewrite these wide tables.
alter table "session_forms" alter column "search_text" drop expression;
--> statement-breakpoint
create function session_forms_searched() returns trigger language plpgsql as $$
begin
  new.search_text := fold_text(concat_ws(' ', new.title, new.form_name_agent, new.first_name, new.last_name, new.email))
    || ' ' || regexp_replace(coalesce(new.phone, ''), '\D', '', 'g');
  return new;
end $$;
--> statement-breakpoint
create function invoices_searched() returns trigger language plpgsql as $$
begin
  new.search_text := fold_text(concat_ws(chr(31), new.external_ref, new.title, coalesce(new.full_name, ''), coalesce(new.email, '')));
  return new;
end $$;
--> statement-breakpoint
create trigger session_forms_searched before insert or update of title, form_name_agent, first_name, last_name, email, phone, search_text
  on session_forms for each row execute function session_forms_searched();
--> statement-breakpoint
create trigger invoices_searched before insert or update of external_ref, title, full_name, email, search_text
  on invoices for each row execute function invoices_searched();
--> statement-breakpoint
update session_forms set search_text = search_text where search_text ~ '[^ -~]|`' or (search_text like '%  %' and
  '|' || concat_ws('|', title, form_name_agent, first_name, last_name, email) || '|' ~ '  | [|]|[|] ');
--> statement-breakpoint
update invoices set search_text = search_text where search_text ~ '[^\u001f -~]|`|  ';
--> statement-breakpoint
select gin_clean_pending_list('session_forms_search'), gin_clean_pending_list('invoices_search');
--> statement-breakpoint
drop index "sessions_search";
--> statement-breakpoint
drop index "documents_search";
--> statement-breakpoint
drop index "tasks_search";
--> statement-breakpoint
create index "sessions_search" on "sessions" using gin (fold_text("session_type") gin_trgm_ops) where not is_deleted;
--> statement-breakpoint
create index "documents_search" on "documents" using gin (fold_text("file_name") gin_trgm_ops);
--> statement-breakpoint
create index "tasks_search" on "tasks" using gin (fold_text("title") gin_trgm_ops) where "done_at" is null;
--> statement-breakpoint
create statistics "sessions_folded" on (fold_text("session_type")) from "sessions";
--> statement-breakpoint
create statistics "tasks_folded" on (fold_text("title")) from "tasks";
--> statement-breakpoint
analyze "sessions", "documents", "tasks";
