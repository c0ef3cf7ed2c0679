-- The pool holds rigs that all companies share: those with a VIN. Under any other text (a serial number, a license plate)
-- each company has its own entry. It is what the specification's tree has under RVPool, and what suggestions begin with;
-- whose rig it is, the company's tickets say.
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
alter table own_rig enable row level security, force row level security;
create policy own_company on own_rig to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on own_rig for select to rigwright_backup using (true);
grant select, insert, delete on own_rig to rigwright_app;

create index ticket_vin on ticket (company_id, vin);

alter table work_history add column own_rig uuid;
comment on column work_history.own_rig is
  'for a text that is no VIN: which of the rigs under it; a random id, and null for a rig that all companies share';

-- An owner whose rig has no VIN can no longer hold it: others may have the same text.
alter table rig_claim drop constraint rig_claim_end_reason_check;
alter table rig_claim add constraint rig_claim_end_reason_check
  check (end_reason in ('transfer', 'released', 'corrected', 'founder', 'superseded', 'no-vin'));

-- Rigs that are shared so far under other texts become those of the companies that have them.
do $$
declare
  pooled record;
  served record;
  entry record;
  one_rig uuid;
  is_adder boolean;
begin
  for pooled in
    select * from rig r
    where r.vin !~ '^[A-HJ-NPR-Z0-9]{17}$'
       or (select count(distinct c.sign) from regexp_split_to_table(r.vin, '') as c (sign)) < 5
  loop
    for served in
      select distinct t.company_id from ticket t
        where t.vin = pooled.vin and t.state not in ('pending', 'declined')
      union select i.company_id from import_item i where i.kind = 'rig' and i.item_id = pooled.vin
      union select c.company_id from company c where c.company_id = pooled.customer_uuid
    loop
      select pooled.customer_uuid = served.company_id
          or exists (select from ticket t where t.company_id = served.company_id and t.vin = pooled.vin
                       and t.customer_uuid = pooled.customer_uuid)
          or exists (select from import_item i
                     where i.company_id = served.company_id and i.kind = 'rig' and i.item_id = pooled.vin)
        into is_adder;
      select t.make, t.model, t.year, t.axle_amount into entry from ticket t
        where t.company_id = served.company_id and t.vin = pooled.vin
        order by t.transitioned_at desc, t.ticket_id desc limit 1;
      if is_adder then
        insert into own_rig (company_id, vin, make, model, year, axle_amount, customer_uuid, assigned, added_at)
          values (served.company_id, pooled.vin, pooled.make, pooled.model, pooled.year, pooled.axle_amount,
                  pooled.customer_uuid, pooled.assigned, pooled.added_at);
      else
        insert into own_rig (company_id, vin, make, model, year, axle_amount, customer_uuid, assigned, added_at)
          values (served.company_id, pooled.vin, entry.make, entry.model, entry.year, entry.axle_amount,
                  served.company_id, false, pooled.added_at);
      end if;
    end loop;
    update rig_claim set ended_at = now(), end_reason = 'no-vin', transfer_hash = null, transfer_until = null
      where vin = pooled.vin and ended_at is null;
    delete from rig where vin = pooled.vin;
  end loop;
  -- The visits of a company under one text are of one rig if they were of the same customer.
  for pooled in
    select distinct h.vin from work_history h
    where h.vin !~ '^[A-HJ-NPR-Z0-9]{17}$'
       or (select count(distinct c.sign) from regexp_split_to_table(h.vin, '') as c (sign)) < 5
  loop
    for served in
      select t.company_id, array_agg(t.ticket_id) as tickets from ticket t
      where t.vin = pooled.vin and t.state = 'recorded'
      group by t.company_id, t.customer_uuid, lower(t.first_name), lower(t.last_name)
    loop
      one_rig := gen_random_uuid();
      update work_history h set own_rig = one_rig
        where h.vin = pooled.vin and h.company_id = served.company_id and h.ticket_id = any(served.tickets);
    end loop;
  end loop;
end $$;

-- Which rig a company's entry is of, where its text is no VIN, and whose: the company is named.
create or replace function work_history_json(rig_vin text) returns table (entries text, visits integer)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    named uuid[];
    names jsonb;
    is_shared boolean := rig_vin ~ '^[A-HJ-NPR-Z0-9]{17}$'
      and (select count(distinct c.sign) from regexp_split_to_table(rig_vin, '') as c (sign)) >= 5;
  begin
    -- Two queries instead of a join: histories and companies may be on different machines.
    select array_agg(distinct h.company_id) into named
      from work_history h where h.vin = rig_vin and (h.imported_at is not null or not is_shared);
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
            'totalBalance', trim_scale(h.total_balance / 100.0),
            'broughtAlong', case when h.imported_at is not null then json_build_object(
              'by', names ->> h.company_id::text,
              'on', to_char(h.imported_at at time zone h.time_zone, 'YYYY-MM-DD')) end,
            'ownRig', case when not is_shared then json_build_object(
              'rigId', coalesce(h.own_rig, h.company_id),
              'companyName', names ->> h.company_id::text) end
          )::text, ',' order by h.completed_timestamp desc, h.ticket_id desc) || ']', '[]'),
        count(*)::integer
      from work_history h where h.vin = rig_vin;
  end $$;

-- As before: an imported entry stays one, and a rig that nobody uses any more leaves the pool. `new_own_rig`: which rig
-- it is, if the corrected text is no VIN.
create function correct_vin(
    founder_session uuid, new_entry uuid, as_of timestamptz, of_company uuid, of_ticket integer, old_vin text,
    new_vin text, new_own_rig uuid, entry_detail jsonb)
  returns boolean
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    founder record;
    entry work_history;
    known_customer uuid;
    claim_account uuid;
    visit record;
    is_theirs boolean;
    is_used boolean;
  begin
    select * into founder from assert_founder(founder_session);
    if new_vin = old_vin or new_vin !~ '^[A-Z0-9-]{1,17}$' then
      raise exception 'An entry cannot be moved there.' using errcode = 'check_violation';
    end if;
    -- Every change of a rig's owner locks its row first.
    perform from rig r where r.vin = old_vin for update;
    delete from work_history h where h.vin = old_vin and h.company_id = of_company and h.ticket_id = of_ticket
      returning * into entry;
    if not found then
      return false;
    end if;
    insert into work_history (vin, company_id, ticket_id, completed_timestamp, time_zone, technician, total_balance,
                              work, imported_at, own_rig)
      values (new_vin, entry.company_id, entry.ticket_id, entry.completed_timestamp, entry.time_zone,
              entry.technician, entry.total_balance, entry.work, entry.imported_at, new_own_rig);
    perform move_rig_notes(old_vin, new_vin, of_company, of_ticket);
    -- An owner who claimed the other rig with this ticket never owned it.
    update rig_claim c set ended_at = as_of, end_reason = 'corrected', transfer_hash = null, transfer_until = null
      where c.vin = old_vin and c.from_company = of_company and c.from_ticket = of_ticket and c.ended_at is null
      returning c.account_id into claim_account;
    select t.customer_uuid into known_customer from ticket t
      where t.company_id = of_company and t.ticket_id = of_ticket;
    perform from rig_claim c where c.vin = old_vin and c.ended_at is null;
    is_theirs := found;
    is_used := found;
    -- One visit at a time: on a cluster they may be on different machines.
    for visit in select h.company_id, h.ticket_id from work_history h where h.vin = old_vin loop
      is_used := true;
      exit when is_theirs;
      perform from ticket t where t.company_id = visit.company_id and t.ticket_id = visit.ticket_id
        and t.customer_uuid in (known_customer, claim_account);
      is_theirs := found;
    end loop;
    perform from work_history h where h.vin = old_vin;
    -- If visits of others are left, nobody may open them all: the rig is assigned to an id without a record.
    if not is_theirs then
      update rig r set assigned = found, customer_uuid = of_company
        where r.vin = old_vin and r.assigned and r.customer_uuid in (known_customer, claim_account);
    end if;
    if not is_used then
      perform from ticket t
        where t.vin = old_vin and (t.company_id <> of_company or t.ticket_id <> of_ticket) limit 1;
      is_used := found;
    end if;
    if not is_used then
      perform from booking b
        where b.vin = old_vin and (b.company_id <> of_company or b.ticket_id is distinct from of_ticket) limit 1;
      is_used := found;
    end if;
    if not is_used then
      -- Claims that ended tell later how the rig came to its owner.
      perform from rig_claim c where c.vin = old_vin and c.end_reason <> 'corrected' limit 1;
      is_used := found;
    end if;
    if not is_used then
      delete from rig r where r.vin = old_vin and not r.assigned;
    end if;
    insert into platform_audit (entry_id, at, actor, actor_name, actor_kind, verb, company_uuid, ticket_id, vin, detail)
      values (new_entry, as_of, founder.account, founder.name, 'founder', 'history.correct-vin', of_company, of_ticket,
              new_vin, entry_detail || jsonb_build_object('before', old_vin, 'after', new_vin));
    return true;
  end $$;

-- The rig of a ticket that gets another VIN leaves the pool, if the company added it and nobody else needs it: no ticket or
-- booking of another company, no visit and no claim. Adds the new one, if there is one: on a cluster one role alone changes
-- the rigs of a machine in a transaction.
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

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function correct_vin(uuid, uuid, timestamptz, uuid, integer, text, text, uuid, jsonb) owner to rigwright_definer;
alter function replace_mistyped_rig owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function
  correct_vin(uuid, uuid, timestamptz, uuid, integer, text, text, uuid, jsonb), replace_mistyped_rig
  from public;
grant execute on function
  correct_vin(uuid, uuid, timestamptz, uuid, integer, text, text, uuid, jsonb), replace_mistyped_rig
  to rigwright_app;
