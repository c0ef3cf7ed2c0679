-- Who works on a ticket besides its assigned technician. Without foreign keys: on a cluster a new table is not with the
-- tickets until its operator distributes it.
create table ticket_helper (
  company_id uuid not null,
  ticket_id integer not null,
  employee_id uuid not null,
  name text not null,
  added_at timestamptz not null,
  added_by uuid not null,
  primary key (company_id, ticket_id, employee_id)
);
comment on column ticket_helper.name is 'as it was when they were added';
create index ticket_helper_employee on ticket_helper (company_id, employee_id);
select declare_company_table('ticket_helper', app => 'select, insert, delete', definer => 'select');

-- As before, and `of_technician` narrows it to the tickets that a technician works on: assigned to them or helping. Which
-- ones they help with is asked once, not for each section.
create or replace function board_sections(of_company uuid, of_technician uuid, max_cards integer)
  returns table (section text, total bigint, cards text)
  language plpgsql stable set enable_seqscan = off
  as $$
  declare
    helped integer[];
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
      helped := array(
        select h.ticket_id from ticket_helper h where h.company_id = of_company and h.employee_id = of_technician);
      return query
        select s.state, case when newest.shown < max_cards then newest.shown else (
                 select count(*) from ticket t
                 where t.company_id = of_company and t.state = s.state
                   and (t.assigned_technician = of_technician or t.ticket_id = any(helped))) end,
               '[' || newest.cards || ']'
        from unnest(array['pending', 'active', 'approval', 'completed']) as s (state),
          lateral (
            select count(*) as shown, string_agg(c.card::text, ',' order by c.transitioned_at desc, c.ticket_id desc) as cards
            from (
              select t.card, t.transitioned_at, t.ticket_id from ticket t
              where t.company_id = of_company and t.state = s.state
                and (t.assigned_technician = of_technician or t.ticket_id = any(helped))
              order by t.transitioned_at desc, t.ticket_id desc limit max_cards
            ) as c
          ) as newest
        where newest.shown > 0;
    end if;
  end $$;

-- As before, and `technician` narrows it to the tickets that they work on.
create or replace function find_tickets(terms text[], in_state text, technician uuid, max_rows integer)
  returns table (ticket_id integer)
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    all_terms text := (select string_agg(format('w.text like %L',
      '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      from unnest(terms) as term);
    rest text := ' join ticket t using (company_id, ticket_id)
      where t.company_id = $1 and ($2 is null or t.state = $2)
        and ($3 is null or t.assigned_technician = $3 or t.ticket_id = any($5)) and '
      || all_terms || ' order by w.created_at desc, w.ticket_id desc limit $4';
    helped integer[] := array(
      select h.ticket_id from ticket_helper h where h.company_id = app_company() and h.employee_id = technician);
    ids integer[];
  begin
    execute 'with w as materialized (
        select * from ticket_search w where w.company_id = $1 order by w.created_at desc, w.ticket_id desc limit 2000
      ) select array(select w.ticket_id from w' || rest || ')'
      into ids using app_company(), in_state, technician, max_rows, helped;
    if cardinality(ids) < max_rows then
      execute 'with w as materialized (
          select * from ticket_search w where w.company_id = $1 and ' || all_terms || '
        ) select array(select w.ticket_id from w' || rest || ')'
        into ids using app_company(), in_state, technician, max_rows, helped;
    end if;
    return query select unnest(ids);
  end $$;

select declare_definer_functions();
