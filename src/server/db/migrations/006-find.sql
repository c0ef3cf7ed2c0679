-- Finding a ticket by any part of what is written on it. LIKE is not leakproof, so under row-level
-- security it reads every row; the search is a named function that carries the company inside.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table ticket_words (
  company_id uuid not null,
  ticket_id integer not null,
  created_at timestamptz not null,
  words text not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket on delete cascade
);
create index ticket_words_found on ticket_words using gin (company_id, words gin_trgm_ops);
create index ticket_words_newest on ticket_words (company_id, created_at desc, ticket_id desc);

-- FORCE binds the tables' owner too, who sees nothing of what is there while it stands.
alter table ticket no force row level security;
alter table job no force row level security;
insert into ticket_words
  select t.company_id, t.ticket_id, coalesce(t.pending_timestamp, t.active_timestamp, t.moved_at),
    ' ' || left(regexp_replace(regexp_replace(lower(normalize(concat_ws(' ',
      t.ticket_id, t.first_name, t.last_name, regexp_replace(t.phone, '\D', '', 'g'), t.vin, t.year, t.make,
      t.model, (select string_agg(problem, ' ' order by job_number) from job j
                where j.company_id = t.company_id and j.ticket_id = t.ticket_id)
    ), NFKD)), U&'[\0300-\036F]', '', 'g'), '\s+', ' ', 'g'), 20000) || ' '
  from ticket t;
alter table ticket force row level security;
alter table job force row level security;

alter table ticket_words enable row level security;
alter table ticket_words force row level security;
create policy own_company on ticket_words to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
grant select, insert, update on ticket_words to rigwright_app;
create policy reach on ticket_words for select to rigwright_reach using (true);
grant select on ticket_words to rigwright_reach;
create policy reach on ticket for select to rigwright_reach using (true);
grant select (company_id, ticket_id, state, assigned_technician) on ticket to rigwright_reach;

-- The newest tickets of the company at work whose words contain all terms; `technician` and `in_state`
-- narrow it where they are not null. What very many tickets have is found among the newest two
-- thousand at once; only where those are not enough the index of trigrams is asked. The terms stand
-- in the statement, so that its plan is made for them.
create function find_tickets(terms text[], in_state text, technician uuid, most integer)
  returns table (ticket_id integer)
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    containing text := (select string_agg(format('w.words like %L',
      '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      from unnest(terms) as term);
    wanted text := ' join ticket t using (company_id, ticket_id)
      where ($2 is null or t.state = $2) and ($3 is null or t.assigned_technician = $3) and ' || containing
      || ' order by w.created_at desc, w.ticket_id desc limit $4';
    found integer[];
  begin
    execute 'with w as materialized (
        select * from ticket_words w where w.company_id = $1 order by w.created_at desc, w.ticket_id desc limit 2000
      ) select array(select w.ticket_id from w' || wanted || ')'
      into found using app_company(), in_state, technician, most;
    if cardinality(found) < most then
      execute 'with w as materialized (
          select * from ticket_words w where w.company_id = $1 and ' || containing || '
        ) select array(select w.ticket_id from w' || wanted || ')'
        into found using app_company(), in_state, technician, most;
    end if;
    return query select unnest(found);
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  alter function find_tickets(text[], text, uuid, integer) owner to rigwright_reach;
  revoke all on function find_tickets(text[], text, uuid, integer) from public;
  grant execute on function find_tickets(text[], text, uuid, integer) to rigwright_app;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
