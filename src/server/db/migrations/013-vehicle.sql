-- Rigs, customers and work history belong to no company: they are keyed by VIN or by person.

create table rig (
  vin text primary key,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  customer_uuid uuid not null,
  assigned boolean not null,
  rv_image text,
  added_at timestamptz not null
);
create index rig_prefix on rig (vin text_pattern_ops);
grant select, insert, update on rig to rigwright_app;
grant select, insert, update, delete on rig to rigwright_definer;

-- The pool holds rigs that all companies share: those with a VIN. Under any other text (a serial number, a license
-- plate) each company has its own entry. It is what the specification's tree has under RVPool, and what suggestions
-- begin with; whose rig it is, the company's tickets say.
create table own_rig (
  company_id uuid not null references company,
  vin text not null,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  customer_uuid uuid not null,
  assigned boolean not null,
  added_at timestamptz not null,
  primary key (company_id, vin)
);
create index own_rig_prefix on own_rig (company_id, vin text_pattern_ops);
select declare_company_table('own_rig', app => 'select, insert, delete');

-- A customer's record is open to a company that has had a ticket of that customer: `named_customer` opens the record
-- that the request named in app.customer after it found a ticket. The record of an RV owner with an account is keyed
-- by the account.
create table customer (
  customer_uuid uuid primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  latitude double precision,
  longitude double precision,
  shares_contact boolean not null default false
);
comment on column customer.shares_contact is
  'whether every company that takes in a rig of theirs gets their contact details';
select declare_protected_table('customer', app => 'select, insert, update', definer => 'select, delete');
create policy named_customer on customer to rigwright_app using (customer_uuid = app_customer()) with check (true);

create table work_history (
  vin text not null,
  company_id uuid not null,
  ticket_id integer not null,
  completed_timestamp timestamptz not null,
  time_zone text not null,
  technician text not null,
  total_balance bigint not null,
  work jsonb not null,
  imported_at timestamptz,
  own_rig uuid,
  primary key (vin, company_id, ticket_id)
);
comment on column work_history.imported_at is 'when the company imported the visit; such visits earn nothing';
comment on column work_history.own_rig is
  'for a text that is no VIN: which of the rigs under it; a random id, and null for a rig that all companies share';
create index work_history_newest on work_history (vin, completed_timestamp desc);
grant select, insert on work_history to rigwright_app;
grant select, insert, delete on work_history to rigwright_definer;

-- A rig's history page by page: of one VIN there may be very many visits. Newest first, at most `page_size` after the
-- entry of `before`; `next_*` are those of the last one if there are more. Amounts count `cents_per_unit`.
create function work_history_page(
    rig_vin text, before_at timestamptz, before_ticket integer, before_company uuid, page_size integer,
    cents_per_unit integer)
  returns table (entries text, visits integer, next_at text, next_ticket integer, next_company uuid)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    page work_history[];
    last work_history;
    named uuid[];
    names jsonb;
    is_shared boolean := rig_vin ~ '^[A-HJ-NPR-Z0-9]{17}$'
      and (select count(distinct c.sign) from regexp_split_to_table(rig_vin, '') as c (sign)) >= 5;
  begin
    select array_agg(one) into page from (
      select h as one from work_history h
        where h.vin = rig_vin and (before_at is null
          or (h.completed_timestamp, h.ticket_id, h.company_id) < (before_at, before_ticket, before_company))
        order by h.completed_timestamp desc, h.ticket_id desc, h.company_id desc
        limit page_size + 1) as found;
    if cardinality(page) > page_size then
      page := page[:page_size];
      last := page[page_size];
    end if;
    -- Two queries instead of a join: histories and companies may be on different machines.
    select array_agg(distinct h.company_id) into named
      from unnest(page) as h where h.imported_at is not null or not is_shared;
    if named is not null then
      select jsonb_object_agg(c.company_id, c.company_name) into names from company c where c.company_id = any(named);
    end if;
    return query
      select coalesce('[' || string_agg(
          json_build_object(
            'ticketId', h.ticket_id,
            'completedTimestamp',
              to_char(h.completed_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'timeZone', h.time_zone,
            'technician', h.technician,
            'totalBalance', trim_scale(h.total_balance / cents_per_unit::numeric),
            'imported', case when h.imported_at is not null then json_build_object(
              'by', names ->> h.company_id::text,
              'on', to_char(h.imported_at at time zone h.time_zone, 'YYYY-MM-DD')) end,
            'ownRig', case when not is_shared then json_build_object(
              'rigId', coalesce(h.own_rig, h.company_id),
              'companyName', names ->> h.company_id::text) end
          )::text, ',' order by h.completed_timestamp desc, h.ticket_id desc, h.company_id desc) || ']', '[]'),
        count(*)::integer,
        to_char(last.completed_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        last.ticket_id, last.company_id
      from unnest(page) as h;
  end $$;

-- The rig of a ticket that gets another VIN leaves the pool, if the company added it and nobody else needs it: no
-- ticket or booking of another company, no visit and no claim. Adds the new one, if there is one: on a cluster one
-- role alone changes the rigs of a machine in a transaction.
create function replace_mistyped_rig(
    old_vin text, new_vin text, new_make text, new_model text, new_year text, new_axles text, as_of timestamptz)
  returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    own uuid := app_company();
    needed text[];
  begin
    needed := array(select t.vin from ticket t where t.vin = old_vin and t.company_id <> own limit 1);
    needed := needed || array(select b.vin from booking b where b.vin = old_vin and b.company_id <> own limit 1);
    needed := needed || array(select h.vin from work_history h where h.vin = old_vin limit 1);
    needed := needed || array(select c.vin from rig_claim c where c.vin = old_vin limit 1);
    delete from rig r
      where r.vin = old_vin and r.vin <> all(needed) and not r.assigned and r.rv_image is null
        and r.customer_uuid = own;
    if new_vin is not null and own is not null then
      insert into rig (vin, make, model, year, axle_amount, customer_uuid, assigned, added_at)
        values (new_vin, new_make, new_model, new_year, new_axles, own, false, as_of)
        on conflict do nothing;
    end if;
  end $$;

grant execute on function work_history_page, replace_mistyped_rig to rigwright_app;
