-- What founders do to companies: Verified with the month that it rests on, a suspension, a VIN in a history that was
-- typed wrong. Founders are named in the server's settings, which the database does not know. So whatever reaches
-- beyond one company takes the id of the session that asks: it names an account of no company whose email is
-- confirmed, and no piece of work of a company can look such an id up. What changes for good leaves its deed here.
alter table company
  add column verified_from date,
  add column verified_until date,
  add column verified_note text,
  add column suspended_at timestamptz,
  add column suspended_because text;
comment on column company.verified_from is 'of the month spent with the founders, both days included';
create index company_by_email on company using gin (email gin_trgm_ops);

-- The card of a suspended company stays, so that its change has a version; nobody is shown it.
alter table directory add column hidden boolean not null default false;

-- Its owner and the founders read what was removed as well.
create index review_all_newest on review (company_id, written_at desc, ticket_id desc);

-- The account of no company, its email confirmed, that holds this session; raises where there is none.
create function founder_holding(held uuid) returns table (account uuid, name text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    return query
      select u.id, u.name from auth_session s join auth_user u on u.id = s.user_id
      where s.id = held and s.expires_at > now() and u.email_verified
        and not exists (select from account_company a where a.account_id = u.id);
    if not found then
      raise exception 'This session is no founder''s.' using errcode = 'insufficient_privilege';
    end if;
  end $$;

-- The companies whose email is like `form`, by name, after this place.
create function companies_by_email(held uuid, form text, after_name text, after_company uuid, most integer)
  returns table (company_id uuid, lowered text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform founder_holding(held);
    return query
      select c.company_id, lower(c.company_name) from company c
      where c.email like form
        and (after_name is null or (lower(c.company_name), c.company_id) > (after_name, after_company))
      order by lower(c.company_name), c.company_id limit most;
  end $$;

-- What a founder's list says of these companies besides their cards.
create function company_standings(held uuid, companies uuid[])
  returns table (company_id uuid, email text, pending_status boolean, suspended_at timestamptz, time_zone text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform founder_holding(held);
    return query
      select c.company_id, c.email, c.pending_status, c.suspended_at, c.time_zone from company c
      where c.company_id = any(companies);
  end $$;

-- Signs everybody of a suspended company out; of any other, nobody.
create function end_company_sessions(held uuid, of_company uuid) returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform founder_holding(held);
    perform from company c where c.company_id = of_company and c.suspended_at is not null;
    if not found then
      raise exception 'This company is not suspended.' using errcode = 'check_violation';
    end if;
    delete from auth_session s using account_company a where a.company = of_company and s.user_id = a.account_id;
  end $$;

-- The trail of all founders, newest first, before this place. As owners of rigs they leave deeds of other `verbs`.
create function founder_deeds(held uuid, verbs text[], before_at timestamptz, before_deed uuid, most integer)
  returns table (deed_id uuid, at timestamptz, actor uuid, actor_name text, verb text, company_uuid uuid,
                 ticket_id integer, vin text, detail jsonb)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform founder_holding(held);
    return query
      select d.deed_id, d.at, d.actor, d.actor_name, d.verb, d.company_uuid, d.ticket_id, d.vin, d.detail from deed d
      where d.actor_kind = 'founder' and d.verb = any(verbs) and (before_at is null or (d.at, d.deed_id) < (before_at, before_deed))
      order by d.at desc, d.deed_id desc limit most;
  end $$;

-- Moves one entry of a history to the VIN that the rig has, as it was written, and leaves the deed. Nothing else of
-- it changes, and nobody else can change any. Answers whether there was such an entry.
create function correct_vin(held uuid, new_deed uuid, moment timestamptz, of_company uuid, of_ticket integer,
                            was text, becomes text, told jsonb) returns boolean
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    founder record;
    entry work_history;
  begin
    select * into founder from founder_holding(held);
    if becomes = was or becomes !~ '^[A-Z0-9-]{1,17}$' then
      raise exception 'An entry cannot be moved there.' using errcode = 'check_violation';
    end if;
    delete from work_history h where h.vin = was and h.company_id = of_company and h.ticket_id = of_ticket
      returning * into entry;
    if not found then
      return false;
    end if;
    insert into work_history (vin, company_id, ticket_id, completed_timestamp, time_zone, technician, total_balance, work)
      values (becomes, entry.company_id, entry.ticket_id, entry.completed_timestamp, entry.time_zone,
              entry.technician, entry.total_balance, entry.work);
    -- Whoever claimed the other rig by this very paper never had it.
    update rig_claim c set ended_at = moment, ended_how = 'corrected', transfer_hash = null, transfer_until = null
      where c.vin = was and c.from_company = of_company and c.from_ticket = of_ticket and c.ended_at is null;
    insert into deed (deed_id, at, actor, actor_name, actor_kind, verb, company_uuid, ticket_id, vin, detail)
      values (new_deed, moment, founder.account, founder.name, 'founder', 'history.correct-vin', of_company, of_ticket,
              becomes, told || jsonb_build_object('before', was, 'after', becomes));
    return true;
  end $$;

-- Why an account's company is suspended; null where it is not, and for an account of none.
create function account_suspension(account uuid) returns text
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  declare home uuid := (select a.company from account_company a where a.account_id = account);
  begin
    return (select c.suspended_because from company c where c.company_id = home and c.suspended_at is not null);
  end $$;

-- As in 017, and nobody stands in a suspended company: also whoever came in as it was being suspended.
create or replace function account_standing(account uuid)
  returns table (kind text, company_id uuid, time_zone text, is_service_writer boolean, is_technician boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare home uuid := (select a.company from account_company a where a.account_id = account);
  begin
    if home = account then
      return query select 'owner', c.company_id, c.time_zone, false, false from company c
        where c.company_id = home and c.suspended_at is null;
    else
      return query
        select 'employee', e.company_id, c.time_zone, e.is_service_writer, e.is_technician
        from employee e join company c on c.company_id = e.company_id
        where e.company_id = home and e.employee_id = account and e.deactivated_at is null
          and c.suspended_at is null;
    end if;
  end $$;

-- As in 022, likewise.
create or replace function confirm_holder(held_token text, moment timestamptz, noted timestamptz, account uuid,
                               account_name text, session uuid, home uuid, zone text, writes boolean, repairs boolean)
  returns void
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform from auth_session held
      join auth_user u on u.id = held.user_id join account_company a on a.account_id = u.id
      where held.token = held_token and held.id = session and held.expires_at > moment and held.updated_at > noted
        and u.id = account and u.name = account_name and a.company = home;
    if found and home = account then
      perform from company c where c.company_id = home and c.time_zone = zone and c.suspended_at is null;
    elsif found then
      perform from employee e join company c on c.company_id = e.company_id
        where e.company_id = home and e.employee_id = account and e.deactivated_at is null
          and e.is_service_writer = writes and e.is_technician = repairs and c.time_zone = zone
          and c.suspended_at is null;
    end if;
    if not found then
      raise exception 'The session is not held as it was.' using errcode = 'RW001';
    end if;
  end $$;

create policy reach_adds on deed for insert to rigwright_reach with check (true);
grant insert on deed to rigwright_reach;
grant insert, delete on work_history to rigwright_reach;

do $$
declare signature text;
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  foreach signature in array array[
    'founder_holding(uuid)', 'account_suspension(uuid)', 'companies_by_email(uuid, text, text, uuid, integer)',
    'company_standings(uuid, uuid[])', 'end_company_sessions(uuid, uuid)',
    'founder_deeds(uuid, text[], timestamptz, uuid, integer)',
    'correct_vin(uuid, uuid, timestamptz, uuid, integer, text, text, jsonb)']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
  end loop;
  foreach signature in array array[
    'companies_by_email(uuid, text, text, uuid, integer)', 'company_standings(uuid, uuid[])',
    'end_company_sessions(uuid, uuid)', 'founder_deeds(uuid, text[], timestamptz, uuid, integer)',
    'correct_vin(uuid, uuid, timestamptz, uuid, integer, text, text, jsonb)']
  loop
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
