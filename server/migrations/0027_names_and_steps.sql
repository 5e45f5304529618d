ALTER TABLE "session_forms" drop column "search_text";--> statement-breakpoint
ALTER TABLE "session_forms" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(
  title || ' ' || coalesce(form_name_agent, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' ||
  regexp_replace(coalesce(phone, ''), '\D', '', 'g')
)) STORED;--> statement-breakpoint
ALTER TABLE "session_forms" ADD COLUMN "form_name_client_es" text;--> statement-breakpoint
ALTER TABLE "session_forms" ADD COLUMN "form_name_client_pt" text;--> statement-breakpoint
ALTER TABLE "global_forms" ADD COLUMN "form_name_client_es" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "global_forms" ADD COLUMN "form_name_client_pt" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- The names of the web forms that the product brings, where nobody renamed them (decisions O11).
update global_forms g set form_name_client_es = n.es, form_name_client_pt = n.pt
  from (values
    ('personal-info', 'personal information', 'Información personal', 'Informações pessoais'),
    ('iul-application', 'indexed universal life application', 'Solicitud de seguro de vida universal indexado',
     'Pedido de seguro de vida universal indexado')) n (id, en, es, pt)
 where g.form_link_id = n.id and lower(g.form_name_client) = n.en;
--> statement-breakpoint
update session_forms s set form_name_client_es = g.form_name_client_es, form_name_client_pt = g.form_name_client_pt
  from global_forms g
 where g.id = s.form_id and g.form_name_client_es <> '' and s.form_name_client = g.form_name_client;
--> statement-breakpoint
-- The first step of both forms became three, the health step of the first one two: who had gone on stays where he was.
update session_forms set progress_step = progress_step + 2 + case when form_link_id = 'personal-info' and progress_step >= 5 then 1 else 0 end
 where form_link_id in ('personal-info', 'iul-application') and progress_step > 0;
--> statement-breakpoint
-- It went with the column above.
CREATE INDEX "session_forms_search" ON "session_forms" USING gin ("search_text" gin_trgm_ops);
