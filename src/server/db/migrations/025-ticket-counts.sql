-- The board shows the newest tickets of each section, found by index, and how many there are, which is counted as
-- tickets move: with the company's version, whose row every command that moves a ticket locks anyway.
alter table company_version
  add pending_tickets integer not null default 0,
  add active_tickets integer not null default 0,
  add approval_tickets integer not null default 0,
  add completed_tickets integer not null default 0;

-- Only for a moment: the policies would hide all rows from an owner who is no superuser.
alter table company_version no force row level security;
alter table ticket no force row level security;
update company_version v
  set pending_tickets = counted.pending, active_tickets = counted.active, approval_tickets = counted.approval,
      completed_tickets = counted.completed
  from (
    select company_id, count(*) filter (where state = 'pending') as pending,
           count(*) filter (where state = 'active') as active, count(*) filter (where state = 'approval') as approval,
           count(*) filter (where state = 'completed') as completed
    from ticket group by company_id
  ) as counted
  where counted.company_id = v.company_id;
alter table ticket force row level security;
alter table company_version force row level security;

drop index ticket_technician;
create index ticket_technician on ticket (company_id, assigned_technician, state, transitioned_at desc, ticket_id desc)
  where assigned_technician is not null;

-- The sections of the board that have tickets: how many, and the newest cards as a JSON list. `of_technician` narrows
-- it to a technician's tickets; null shows all. What is shown whole needs no count.
create or replace function board_sections(of_company uuid, of_technician uuid, max_cards integer)
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
