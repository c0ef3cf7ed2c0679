-- The text that tickets are found by.
create table ticket_search (
  company_id uuid not null,
  ticket_id integer not null,
  created_at timestamptz not null,
  text text not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket on delete cascade
);
create index ticket_search_text on ticket_search using gin (company_id, text gin_trgm_ops);
create index ticket_search_newest on ticket_search (company_id, created_at desc, ticket_id desc);
alter table ticket_search enable row level security, force row level security;
create policy own_company on ticket_search to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on ticket_search for select to rigwright_backup using (true);
create policy definer on ticket_search for select to rigwright_definer using (true);
grant select, insert, update on ticket_search to rigwright_app;
grant select on ticket_search to rigwright_definer;

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

alter function find_tickets owner to rigwright_definer;
revoke all on function find_tickets from public;
grant execute on function find_tickets to rigwright_app;
