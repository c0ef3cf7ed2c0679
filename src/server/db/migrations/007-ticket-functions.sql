-- The function runs as its caller, under row-level security. PostgreSQL plans a statement that comes as text each time,
-- and with row-level security planning is most of its work; in a function it plans once per connection. A plan made
-- while a table was nearly empty would scan all of it and be kept while it grows, so enable_seqscan is off.

-- The sections of the board that have tickets: how many, and the newest cards as a JSON list. `of_technician` narrows
-- it to a technician's tickets; null shows all.
create function board_sections(of_company uuid, of_technician uuid, max_cards integer)
  returns table (section text, total bigint, cards text)
  language plpgsql stable set enable_seqscan = off
  as $$
  begin
    return query
      select ranked.state, count(*),
             '[' || string_agg(ranked.card::text, ',') filter (where ranked.rank <= max_cards) || ']'
      from (
        select t.state, t.card,
               row_number() over (partition by t.state order by t.transitioned_at desc, t.ticket_id desc) as rank
        from ticket t
        where t.company_id = of_company and t.state in ('pending', 'active', 'approval', 'completed')
          and (of_technician is null or t.assigned_technician = of_technician)
      ) as ranked
      group by ranked.state;
  end $$;

revoke all on function board_sections from public;
grant execute on function board_sections to rigwright_app;
