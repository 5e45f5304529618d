-- The phones and emails by which two records may be one person (decision 126): the same as `contactsOf` of
-- server/src/features/records/clients/matching/rules.ts, which a test compares. No extension, no country code 1.
create function client_contact_keys(email text, email_2 text, phone text, phone_2 text) returns text[]
language sql immutable parallel safe as $$
  select array_remove(array[
    'email:' || nullif(lower(btrim(email)), ''),
    'email:' || nullif(lower(btrim(email_2)), ''),
    'phone:' || nullif(regexp_replace(regexp_replace(regexp_replace(phone, '(\d)\s*\(\d{1,8}\)$', '\1'), '\D', '', 'g'), '^1(?=\d{10}$)', ''), ''),
    'phone:' || nullif(regexp_replace(regexp_replace(regexp_replace(phone_2, '(\d)\s*\(\d{1,8}\)$', '\1'), '\D', '', 'g'), '^1(?=\d{10}$)', ''), '')
  ], null)
$$;
--> statement-breakpoint
CREATE INDEX "client_outlines_by_similar_name" ON "client_outlines" USING gin (fold_text(replace("sort_name", chr(9), ' ')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "clients_by_contact" ON "clients" USING gin (client_contact_keys("primary_email", "secondary_email", "primary_phone", "secondary_phone"));
