-- The function runs as its caller, under row-level security. PostgreSQL plans a statement that comes as text each time,
-- and with row-level security planning is most of its work; in a function it plans once per connection. A plan made
-- while a table was nearly empty would scan all of it and be kept while it grows, so enable_seqscan is off.

-- The sections of the board that have tickets: how many, and the newest cards as a JSON list. `of_technician` narrows
-- it to a technician's tickets; null shows all. What is shown whole needs no count.
create function board_sections(of_company uuid, of_technician uuid, max_cards integer)
  returns table (section text, total bigint, cards text)
  language plpgsql stable set enable_seqscan = off
  as $$
  begin
    if of_technician is null then
      return query
        select s.state, case when newest.shown < max_cards then newest.shown else greatest(s.amount, newest.shown) end,
               '[' || newest.cards || ']'
        from company_version v,
          lateral (values ('pending', v.pending_tickets), ('active', v.active_tickets),
                          ('approval', v.approval_tickets), ('completed', v.completed_tickets)) as s (state, amount),
          lateral (
            select count(*) as shown, string_agg(c.card::text, ',' order by c.transitioned_at desc, c.ticket_id desc) as cards
            from (
              select t.card, t.transitioned_at, t.ticket_id from ticket t
              where t.company_id = of_company and t.state = s.state
              order by t.transitioned_at desc, t.ticket_id desc limit max_cards
            ) as c
          ) as newest
        where v.company_id = of_company and newest.shown > 0;
    else
      return query
        select s.state, case when newest.shown < max_cards then newest.shown else (
                 select count(*) from ticket t
                 where t.company_id = of_company and t.assigned_technician = of_technician and t.state = s.state) end,
               '[' || newest.cards || ']'
        from unnest(array['pending', 'active', 'approval', 'completed']) as s (state),
          lateral (
            select count(*) as shown, string_agg(c.card::text, ',' order by c.transitioned_at desc, c.ticket_id desc) as cards
            from (
              select t.card, t.transitioned_at, t.ticket_id from ticket t
              where t.company_id = of_company and t.assigned_technician = of_technician and t.state = s.state
              order by t.transitioned_at desc, t.ticket_id desc limit max_cards
            ) as c
          ) as newest
        where newest.shown > 0;
    end if;
  end $$;

-- The text that tickets are found by.
create table ticket_search (
  company_id uuid not null,
  ticket_id integer not null,
  created_at timestamptz not null,
  text text not null,
  customer text not null default '',
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket on delete cascade
);
create index ticket_search_text on ticket_search using gin (company_id, text gin_trgm_ops);
create index ticket_search_newest on ticket_search (company_id, created_at desc, ticket_id desc);
create index ticket_search_customer on ticket_search using gin (company_id, customer gin_trgm_ops);
select declare_company_table(
  'ticket_search',
  app => 'select, insert, update',
  definer => 'select',
  eraser => 'delete'
);

-- The newest tickets of this company that contain all terms; `technician` and `in_state` narrow the search unless
-- null. LIKE is not leakproof: under row-level security it reads every row, so the search runs here and checks the
-- company itself. Common terms are found among the newest 2000 tickets; only if those are not enough is the trigram
-- index used. The terms are part of the statement, so its plan is made for them.
create function find_tickets(terms text[], in_state text, technician uuid, max_rows integer)
  returns table (ticket_id integer)
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    all_terms text := (select string_agg(format('w.text like %L',
      '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      from unnest(terms) as term);
    rest text := ' join ticket t using (company_id, ticket_id)
      where t.company_id = $1 and ($2 is null or t.state = $2) and ($3 is null or t.assigned_technician = $3) and '
      || all_terms || ' order by w.created_at desc, w.ticket_id desc limit $4';
    ids integer[];
  begin
    execute 'with w as materialized (
        select * from ticket_search w where w.company_id = $1 order by w.created_at desc, w.ticket_id desc limit 2000
      ) select array(select w.ticket_id from w' || rest || ')'
      into ids using app_company(), in_state, technician, max_rows;
    if cardinality(ids) < max_rows then
      execute 'with w as materialized (
          select * from ticket_search w where w.company_id = $1 and ' || all_terms || '
        ) select array(select w.ticket_id from w' || rest || ')'
        into ids using app_company(), in_state, technician, max_rows;
    end if;
    return query select unnest(ids);
  end $$;

grant execute on function board_sections, find_tickets to rigwright_app;
