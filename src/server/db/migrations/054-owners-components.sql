-- What owners entered of their RV's components, beside what companies did. Entries stay with the RV when it gets another
-- owner, without a name. Functions alone read and write them: they know who holds the rig.
create table owner_component_entry (
  vin text not null,
  entry_id uuid not null,
  claim_id uuid not null,
  component_id uuid not null,
  how text not null check (how in ('entered', 'corrected', 'removed')),
  kind text not null,
  name text not null,
  place text not null,
  maker text not null,
  model text not null,
  serial text not null,
  model_year text not null,
  day date,
  replaces uuid,
  entered_at timestamptz not null,
  primary key (vin, entry_id)
);
comment on column owner_component_entry.claim_id is 'of the owner who entered it';
select declare_protected_table('owner_component_entry', definer => 'select, insert, delete');

-- What the owner lets companies read that work on the RV. It ends with the claim.
alter table rig_claim add column shares_serials boolean not null default false;
alter table rig_claim add column shared_components uuid[] not null default '{}';
comment on column rig_claim.shares_serials is 'whether companies with a ticket of the rig read all serial numbers';
comment on column rig_claim.shared_components is 'whose serial numbers they read besides';

-- What an owner disputes of what a company entered of a component. It stays with the rig when it gets another owner.
create table component_dispute (
  vin text not null,
  entry_id uuid not null,
  claim_id uuid not null,
  account_id uuid not null,
  company_uuid uuid not null,
  ticket_id integer not null,
  words text not null,
  written_at timestamptz not null,
  primary key (vin, entry_id, claim_id)
);
comment on column component_dispute.entry_id is 'of component_entry';
create index component_dispute_newest on component_dispute (written_at desc, vin);
select declare_protected_table(
  'component_dispute',
  app => 'select, insert, update, delete',
  definer => 'select, insert, delete'
);
create policy own_account on component_dispute to rigwright_app
  using (account_id::text = app_actor()) with check (account_id::text = app_actor());

-- Whether this claim opens to its owner, with its serial number, what a company entered: all that was entered since the
-- claim opens the history, and on the ticket by which the rig was claimed.
create function claim_opens_entry(claim rig_claim, of_company uuid, of_ticket integer, at timestamptz) returns boolean
  language sql immutable
  as $$
    select claim.claim_id is not null
      and (claim.opened_from is null or at >= claim.opened_from
           or coalesce(of_company = claim.from_company and of_ticket = claim.from_ticket, false))
  $$;

-- Whether the owner shares the serial number of a component, and whatever else is read like one, with companies that work
-- on the rig. An entry that the claim does not open is not theirs to share.
create function claim_shares_entry(
    claim rig_claim, of_component uuid, of_company uuid, of_ticket integer, at timestamptz)
  returns boolean
  language sql immutable
  as $$
    select claim_opens_entry(claim, of_company, of_ticket, at)
      and (claim.shares_serials or of_component = any(claim.shared_components))
  $$;

-- What is on record of a rig's components: what the company entered on these tickets, and, of a rig that all companies
-- share, what others and its owners did. Serial numbers are each company's own, unless the rig's owner shares them; who
-- entered them, on which ticket, and what an owner disputes of it always are.
create function rig_components(rig_vin text, own_tickets integer[], max_entries integer)
  returns table (entry_id uuid, component_id uuid, how text, kind text, name text, place text, maker text, model text,
                 serial text, model_year text, day date, replaces uuid, ticket_id integer, entered_at timestamptz,
                 entered_by_name text, is_by_owner boolean, is_shared boolean, dispute text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare
    own uuid := app_company();
    sees_others boolean := false;
    claim rig_claim;
    disputes jsonb;
    entry component_entry;
    owners owner_component_entry;
    is_own boolean;
    is_shared_now boolean;
  begin
    if rig_vin ~ '^[A-HJ-NPR-Z0-9]{17}$'
      and (select count(distinct c.sign) from regexp_split_to_table(rig_vin, '') as c (sign)) >= 5 then
      perform from ticket t where t.company_id = own and t.vin = rig_vin limit 1;
      sees_others := found;
    end if;
    if sees_others then
      select * into claim from rig_claim c where c.vin = rig_vin and c.ended_at is null;
      select jsonb_object_agg(d.entry_id, d.words) into disputes from component_dispute d
        where d.vin = rig_vin and d.company_uuid = own;
    end if;
    for entry in select * from component_entry e
      where e.vin = rig_vin and (sees_others or (e.company_id = own and e.ticket_id = any(own_tickets)))
      order by e.entered_at, e.entry_id limit max_entries
    loop
      is_own := entry.company_id = own;
      is_shared_now := not is_own
        and claim_shares_entry(claim, entry.component_id, entry.company_id, entry.ticket_id, entry.entered_at);
      return query select entry.entry_id, entry.component_id, entry.how, entry.kind, entry.name, entry.place,
        entry.maker, entry.model, case when is_own or is_shared_now then entry.serial end, entry.model_year, entry.day,
        entry.replaces, case when is_own then entry.ticket_id end, entry.entered_at,
        case when is_own then entry.entered_by_name end, false, is_shared_now, disputes ->> entry.entry_id::text;
    end loop;
    if not sees_others then
      return;
    end if;
    for owners in select * from owner_component_entry e
      where e.vin = rig_vin
      order by (e.claim_id = claim.claim_id) is true desc, e.entered_at, e.entry_id limit max_entries
    loop
      is_shared_now := claim_shares_entry(claim, owners.component_id, null, null, owners.entered_at);
      return query select owners.entry_id, owners.component_id, owners.how, owners.kind, owners.name, owners.place,
        owners.maker, owners.model, case when is_shared_now then owners.serial end, owners.model_year, owners.day,
        owners.replaces, null::integer, owners.entered_at, null::text, true, is_shared_now, null::text;
    end loop;
  end $$;

-- The same for the owner who holds the rig: nothing to anyone else. Of what their claim does not open they read no serial
-- number and no company. `of_company` and `ticket_id` say on which visit a company entered it.
create function claimed_rig_components(rig_vin text, max_entries integer)
  returns table (entry_id uuid, component_id uuid, how text, kind text, name text, place text, maker text, model text,
                 serial text, model_year text, day date, replaces uuid, of_company uuid, company_name text,
                 ticket_id integer, entered_at timestamptz, is_by_owner boolean, is_mine boolean, dispute text,
                 is_own_dispute boolean)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare
    claim rig_claim;
    own_disputes jsonb;
    former_disputes jsonb;
    names jsonb;
    entry component_entry;
    owners owner_component_entry;
    is_open boolean;
    own_dispute text;
  begin
    select * into claim from rig_claim c
      where c.vin = rig_vin and c.ended_at is null and c.account_id::text = app_actor();
    if claim.claim_id is null then
      return;
    end if;
    select jsonb_object_agg(d.entry_id, d.words) filter (where d.claim_id = claim.claim_id),
           jsonb_object_agg(d.entry_id, d.words) filter (where d.claim_id <> claim.claim_id)
      into own_disputes, former_disputes
      from component_dispute d where d.vin = rig_vin;
    select jsonb_object_agg(d.company_id, d.company_name) into names from directory d
      where d.company_id = any(array(select e.company_id from component_entry e where e.vin = rig_vin));
    for entry in select * from component_entry e
      where e.vin = rig_vin order by e.entered_at, e.entry_id limit max_entries
    loop
      is_open := claim_opens_entry(claim, entry.company_id, entry.ticket_id, entry.entered_at);
      own_dispute := own_disputes ->> entry.entry_id::text;
      return query select entry.entry_id, entry.component_id, entry.how, entry.kind, entry.name, entry.place,
        entry.maker, entry.model, case when is_open then entry.serial end, entry.model_year, entry.day, entry.replaces,
        case when is_open then entry.company_id end,
        case when is_open then names ->> entry.company_id::text end,
        case when is_open then entry.ticket_id end, entry.entered_at, false, false,
        case when is_open then coalesce(own_dispute, former_disputes ->> entry.entry_id::text) end,
        own_dispute is not null;
    end loop;
    for owners in select * from owner_component_entry e
      where e.vin = rig_vin
      order by e.claim_id = claim.claim_id desc, e.entered_at, e.entry_id limit max_entries
    loop
      is_open := claim_opens_entry(claim, null, null, owners.entered_at);
      return query select owners.entry_id, owners.component_id, owners.how, owners.kind, owners.name, owners.place,
        owners.maker, owners.model, case when is_open then owners.serial end, owners.model_year, owners.day,
        owners.replaces, null::uuid, null::text, null::integer, owners.entered_at, true,
        owners.claim_id = claim.claim_id, null::text, false;
    end loop;
  end $$;

-- Adds an entry of the owner who holds the rig. Returns false, and adds none, if the actor does not, or if they have
-- entered as many as they may: an owner's entries take no room of anyone else's.
create function add_owner_component_entry(rig_vin text, new_entry jsonb, max_entries integer, as_of timestamptz)
  returns boolean
  language plpgsql security definer set search_path from current
  as $$
  declare
    claim rig_claim;
    entry owner_component_entry := jsonb_populate_record(null::owner_component_entry, new_entry);
    entered bigint;
  begin
    select * into claim from rig_claim c
      where c.vin = rig_vin and c.ended_at is null and c.account_id::text = app_actor();
    if claim.claim_id is null then
      return false;
    end if;
    select count(*) into entered from owner_component_entry e where e.vin = rig_vin and e.claim_id = claim.claim_id;
    if entered >= max_entries then
      return false;
    end if;
    insert into owner_component_entry (vin, entry_id, claim_id, component_id, how, kind, name, place, maker, model,
                                       serial, model_year, day, replaces, entered_at)
      values (rig_vin, entry.entry_id, claim.claim_id, entry.component_id, entry.how, entry.kind, entry.name,
              entry.place, entry.maker, entry.model, entry.serial, entry.model_year, entry.day, entry.replaces, as_of);
    return true;
  end $$;

-- What owners entered who claimed a rig with a visit goes with it to its corrected VIN: that is their RV.
create function move_owner_component_entries(old_vin text, new_vin text, of_company uuid, of_ticket integer)
  returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    claims uuid[] := array(select c.claim_id from rig_claim c
                           where c.vin = old_vin and c.from_company = of_company and c.from_ticket = of_ticket);
    entry owner_component_entry;
  begin
    for entry in select * from owner_component_entry e where e.vin = old_vin and e.claim_id = any(claims) loop
      insert into owner_component_entry (vin, entry_id, claim_id, component_id, how, kind, name, place, maker, model,
                                         serial, model_year, day, replaces, entered_at)
        values (new_vin, entry.entry_id, entry.claim_id, entry.component_id, entry.how, entry.kind, entry.name,
                entry.place, entry.maker, entry.model, entry.serial, entry.model_year, entry.day, entry.replaces,
                entry.entered_at);
    end loop;
    delete from owner_component_entry e where e.vin = old_vin and e.claim_id = any(claims);
  end $$;

-- With a visit's corrected VIN goes what owners wrote on it, and what its company and its owners entered of the rig's
-- components.
create or replace function move_rig_notes(old_vin text, new_vin text, of_company uuid, of_ticket integer) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    note rig_note;
    dispute component_dispute;
  begin
    for note in select * from rig_note n
      where n.vin = old_vin and n.company_uuid = of_company and n.ticket_id = of_ticket
    loop
      insert into rig_note (vin, company_uuid, ticket_id, claim_id, kind, account_id, words, written_at)
        values (new_vin, note.company_uuid, note.ticket_id, note.claim_id, note.kind, note.account_id, note.words,
                note.written_at);
    end loop;
    delete from rig_note n where n.vin = old_vin and n.company_uuid = of_company and n.ticket_id = of_ticket;
    for dispute in select * from component_dispute d
      where d.vin = old_vin and d.company_uuid = of_company and d.ticket_id = of_ticket
    loop
      insert into component_dispute (vin, entry_id, claim_id, account_id, company_uuid, ticket_id, words, written_at)
        values (new_vin, dispute.entry_id, dispute.claim_id, dispute.account_id, dispute.company_uuid,
                dispute.ticket_id, dispute.words, dispute.written_at);
    end loop;
    delete from component_dispute d where d.vin = old_vin and d.company_uuid = of_company and d.ticket_id = of_ticket;
    perform move_component_entries(old_vin, new_vin, of_company, of_ticket);
    perform move_owner_component_entries(old_vin, new_vin, of_company, of_ticket);
  end $$;

-- Disputes of this rig's owners about a ticket of this company, or about what it entered there of a component, without
-- names.
create or replace function ticket_disputes(rig_vin text, of_ticket integer)
  returns table (words text, written_at timestamptz, is_held boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare of_company uuid := app_company();
  begin
    return query
      select n.words, n.written_at, c.claim_id is not null and c.ended_at is null
      from rig_note n left join rig_claim c on c.claim_id = n.claim_id
      where n.vin = rig_vin and n.company_uuid = of_company and n.ticket_id = of_ticket and n.kind = 'dispute'
      order by n.written_at desc, n.claim_id;
    return query
      select d.words, d.written_at, c.claim_id is not null and c.ended_at is null
      from component_dispute d left join rig_claim c on c.claim_id = d.claim_id
      where d.vin = rig_vin and d.company_uuid = of_company and d.ticket_id = of_ticket
      order by d.written_at desc, d.claim_id;
  end $$;

-- Disputes across all rigs before this one, the newest of visits and then the newest of components.
create or replace function founder_disputes(
    founder_session uuid, before_at timestamptz, before_vin text, before_company uuid, before_ticket integer,
    before_claim uuid, max_rows integer)
  returns table (vin text, company_uuid uuid, company_name text, ticket_id integer, claim_id uuid, words text,
                 written_at timestamptz, is_held boolean)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    return query
      select n.vin, n.company_uuid, d.company_name, n.ticket_id, n.claim_id, n.words, n.written_at,
             c.claim_id is not null and c.ended_at is null
      from rig_note n
      left join rig_claim c on c.claim_id = n.claim_id
      left join directory d on d.company_id = n.company_uuid
      where n.kind = 'dispute'
        and (before_at is null or n.written_at < before_at or (n.written_at = before_at
          and (n.vin, n.company_uuid, n.ticket_id, n.claim_id)
            > (before_vin, before_company, before_ticket, before_claim)))
      order by n.written_at desc, n.vin, n.company_uuid, n.ticket_id, n.claim_id limit max_rows;
    return query
      select n.vin, n.company_uuid, d.company_name, n.ticket_id, n.claim_id, n.words, n.written_at,
             c.claim_id is not null and c.ended_at is null
      from component_dispute n
      left join rig_claim c on c.claim_id = n.claim_id
      left join directory d on d.company_id = n.company_uuid
      where before_at is null or n.written_at < before_at or (n.written_at = before_at
        and (n.vin, n.company_uuid, n.ticket_id, n.claim_id)
          > (before_vin, before_company, before_ticket, before_claim))
      order by n.written_at desc, n.vin, n.company_uuid, n.ticket_id, n.claim_id limit max_rows;
  end $$;

-- Ends a claim together with what the owner wrote about the rig's visits and entered of its components, and writes the
-- audit entry. `seen_claim` is the claim that the founder looked at, or null for any that is in force. Returns the former
-- owner's email, or null.
create or replace function revoke_rig_claim(
    founder_session uuid, new_entry uuid, as_of timestamptz, rig_vin text, seen_claim uuid, entry_detail jsonb)
  returns text
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    founder record;
    old rig_claim%rowtype;
    company text;
    deleted_notes jsonb;
    deleted_components jsonb;
  begin
    select * into founder from assert_founder(founder_session);
    -- Every change of a rig's owner locks its row first.
    perform from rig r where r.vin = rig_vin for update;
    update rig_claim c set ended_at = as_of, end_reason = 'founder', transfer_hash = null, transfer_until = null
      where c.vin = rig_vin and c.ended_at is null and (seen_claim is null or c.claim_id = seen_claim)
      returning * into old;
    if old.claim_id is null then
      return null;
    end if;
    update rig r set assigned = false where r.vin = rig_vin and r.customer_uuid = old.account_id;
    -- Notes of a former owner stay with the rig, but this account never owned it: only the audit entry keeps its notes.
    with gone as (delete from rig_note n where n.vin = rig_vin and n.claim_id = old.claim_id returning *)
      select jsonb_agg(jsonb_build_object('companyUUID', g.company_uuid, 'ticketId', g.ticket_id, 'kind', g.kind,
                                          'words', g.words, 'writtenAt', g.written_at))
      into deleted_notes from gone g;
    delete from component_dispute d where d.vin = rig_vin and d.claim_id = old.claim_id;
    with gone as (delete from owner_component_entry e where e.vin = rig_vin and e.claim_id = old.claim_id returning *)
      select jsonb_agg(jsonb_build_object('kind', g.kind, 'name', g.name, 'maker', g.maker, 'model', g.model,
                                          'serial', g.serial, 'how', g.how, 'enteredAt', g.entered_at))
      into deleted_components from gone g;
    select d.company_name into company from directory d where d.company_id = old.from_company;
    insert into platform_audit (entry_id, at, actor, actor_name, actor_kind, verb, company_uuid, ticket_id, vin, detail)
      values (new_entry, as_of, founder.account, founder.name, 'founder', 'rig.end-claim', old.from_company,
              old.from_ticket, rig_vin, entry_detail ||
              jsonb_strip_nulls(jsonb_build_object('companyName', company, 'written', deleted_notes,
                                                   'components', deleted_components)));
    return (select u.email from auth_user u where u.id = old.account_id);
  end $$;

select declare_definer_functions();
grant execute on function rig_components, claimed_rig_components, add_owner_component_entry to rigwright_app;
