-- A company's customers. Each of its tickets belongs to one, and keeps its own copy of their details.
create table company_customer (
  company_id uuid not null,
  customer_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  latitude double precision,
  longitude double precision,
  note text not null default '',
  preferred_contact text check (preferred_contact in ('call', 'text', 'email')),
  created_at timestamptz not null,
  merged_into uuid,
  merged_with uuid,
  merged_at timestamptz,
  check ((merged_into is null) = (merged_at is null) and (merged_with is null) = (merged_at is null)),
  -- Text comparison is leakproof, so it can use an index under row-level security; lower() is not.
  contact_key text collate "C"
    generated always as (lower(first_name || ' ' || last_name || ' / ' || email || ' / ' || phone)) stored,
  primary key (company_id, customer_id)
);
do $$
begin
  execute format('alter table company_customer add column search_text text not null
      generated always as ('' '' || %s || '' '') stored',
    normalized_text(format('(first_name || '' '' || last_name || '' / '' || %s || '' / '' || email)', phone_digits('phone'))));
end $$;
comment on column company_customer.note is 'the desk''s; the customer does not see it';
comment on column company_customer.merged_into is
  'the customer whom the desk found to be the same person: its tickets are theirs too, until the two are separated';
comment on column company_customer.merged_with is
  'the one that it was merged into itself, who was merged into another one since; mostly the same';
comment on column company_customer.contact_key is 'tickets with exactly this name, email and phone are of one customer';
create index company_customer_contact on company_customer (company_id, contact_key);
create index company_customer_merged on company_customer (company_id, merged_into) where merged_into is not null;
create index company_customer_email on company_customer (lower(email));
create index company_customer_search on company_customer using gin (company_id, search_text gin_trgm_ops);

-- No foreign key: on a cluster a new table is not with the tickets until its operator distributes it.
alter table ticket add column company_customer_id uuid;
comment on column ticket.company_customer_id is
  'the company_customer it belongs to; null once they were forgotten, and of tickets from before there were any';
create index ticket_company_customer on ticket (company_id, company_customer_id) where company_customer_id is not null;

-- The tickets that are here: those with exactly the same name, email and phone are of one customer, and a ticket
-- without email and phone is of its own. The id is made of these, so that neither statement joins tables. Before row-level
-- security is declared, as a cluster inserts no rows of a query under it.
do $$
declare
  own uuid;
  id constant text := $id$ md5(t.company_id || case when t.email || t.phone = '' then t.ticket_id::text else
    lower(t.first_name || ' ' || t.last_name || ' / ' || t.email || ' / ' || t.phone) end)::uuid $id$;
  is_known constant text := $known$ t.company_id = $1
    and not (t.first_name = 'Former customer' and t.email || t.phone = '') $known$;
begin
  for own in select c.company_id from company c loop
    -- A cluster passes on only SET LOCAL.
    execute format('set local app.company = %L', own);
    execute format($insert$
      insert into company_customer (company_id, customer_id, first_name, last_name, email, phone, address, latitude,
                                    longitude, created_at)
      select distinct on (%1$s) t.company_id, %1$s, t.first_name, t.last_name, t.email, t.phone, t.address, t.latitude,
        t.longitude, t.transitioned_at
      from ticket t where %2$s order by %1$s, t.transitioned_at desc, t.ticket_id desc $insert$, id, is_known) using own;
    execute format('update ticket t set company_customer_id = %s where %s', id, is_known) using own;
  end loop;
  set local app.company = '';
end $$;

select declare_company_table('company_customer', app => 'select, insert, update, delete', definer => 'select');

-- The company's customers whose search text contains all terms, by name. LIKE is not leakproof: under row-level security
-- it reads every row, so the search runs here and checks the company itself. The terms are part of the statement, so its
-- plan is made for them.
create function find_company_customers(terms text[], max_rows integer) returns setof uuid
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    all_terms text := (select string_agg(format('c.search_text like %L',
      '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      from unnest(terms) as term);
  begin
    return query execute 'select c.customer_id from company_customer c where c.company_id = $1 and ' || all_terms
      || ' order by lower(c.last_name), lower(c.first_name), c.customer_id limit $2'
      using app_company(), max_rows;
  end $$;

select declare_definer_functions();
grant execute on function find_company_customers to rigwright_app;
