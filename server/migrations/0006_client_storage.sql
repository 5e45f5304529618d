-- A client's row is wider than PostgreSQL keeps in one piece. Ciphertexts may move out of line, since nobody reads them
-- with the row; what lists, search and the ledger read stays in it.
do $$
declare
  read_column text;
begin
  for read_column in
    select c.column_name from information_schema.columns c
     where c.table_schema = current_schema() and c.table_name = 'clients' and c.data_type = 'text'
       and not exists (
         select from information_schema.columns hint
          where hint.table_schema = c.table_schema and hint.table_name = 'clients'
            and hint.column_name = c.column_name || '_last4')
  loop
    execute format('alter table clients alter column %I set storage main', read_column);
  end loop;
end $$;
