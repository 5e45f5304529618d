-- Whether an agent sees the clients of an owner (decision 071), for statements that ask it of many agents at once.
create function sees_clients_of(agent bigint, owner bigint) returns boolean
  language sql stable
  as $$
    select owner is null or agent = owner
        or coalesce((select n.sees from public.need_to_know n), 'all') = 'all'
        or exists (select from public.agents a where a.id = agent and a.is_owner)
        or ((select n.sees from public.need_to_know n) = 'team'
            and exists (select from public.agents a join public.agents b on b.team_id = a.team_id
                         where a.id = agent and b.id = owner))
  $$;
