-- The web form that every brokerage starts with (issue 2, point 8).
insert into global_forms (type, form_name_agent, form_name_client, form_link_id, display_order)
values ('Web Form', 'Personal Information', 'Personal Information', 'personal-info', 1);
