-- The people who run the platform, in lower case: written at each start from FOUNDERS in the settings.
create table founder_email (email text primary key);
grant select on founder_email to rigwright_reach;

-- Everything below reaches beyond one company, so it takes the id of the session that asks: no request can look up
-- the id of somebody else's session. Permanent changes write their audit entry here.

-- The founder whose session this is; raises if it is not a founder's.
create function founder_holding(held uuid) returns table (account uuid, name text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    return query
      select u.id, u.name from auth_session s join auth_user u on u.id = s.user_id
      where s.id = held and s.expires_at > now() and u.email_verified
        and exists (select from founder_email f where f.email = lower(u.email))
        and not exists (select from account_company a where a.account_id = u.id);
    if not found then
      raise exception 'This session is no founder''s.' using errcode = 'insufficient_privilege';
    end if;
  end $$;

-- Companies whose email matches `form`, by name, after this one.
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

-- What the founders' list shows of these companies besides their public cards.
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

-- Signs out everybody in a suspended company.
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

-- The audit log of all founders, newest first, before this entry. As RV owners they write entries with other verbs.
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

-- Moves one entry of a work history to the rig's real VIN and writes the audit entry; nothing else can change a
-- history. The rig that the entry leaves loses its owner, if it had that owner from this ticket alone: no other visit
-- of theirs is left, and nobody holds it. Returns whether there was such an entry.
create function correct_vin(held uuid, new_deed uuid, moment timestamptz, of_company uuid, of_ticket integer,
                                       was text, becomes text, told jsonb) returns boolean
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    founder record;
    entry work_history;
    learnt uuid;
    claimed uuid;
    visit record;
    is_theirs boolean;
  begin
    select * into founder from founder_holding(held);
    if becomes = was or becomes !~ '^[A-Z0-9-]{1,17}$' then
      raise exception 'An entry cannot be moved there.' using errcode = 'check_violation';
    end if;
    -- Whoever changes whose a rig is holds its row first.
    perform from rig r where r.vin = was for update;
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
      where c.vin = was and c.from_company = of_company and c.from_ticket = of_ticket and c.ended_at is null
      returning c.account_id into claimed;
    select t.customer_uuid into learnt from ticket t where t.company_id = of_company and t.ticket_id = of_ticket;
    perform from rig_claim c where c.vin = was and c.ended_at is null;
    is_theirs := found;
    -- One visit after the other: they may lie on different machines.
    for visit in select h.company_id, h.ticket_id from work_history h where h.vin = was loop
      exit when is_theirs;
      perform from ticket t where t.company_id = visit.company_id and t.ticket_id = visit.ticket_id
        and t.customer_uuid in (learnt, claimed);
      is_theirs := found;
    end loop;
    perform from work_history h where h.vin = was;
    -- Visits of others that are left are nobody's to open whole: then the rig is assigned to somebody without a record.
    if not is_theirs then
      update rig r set assigned = found, customer_uuid = of_company
        where r.vin = was and r.assigned and r.customer_uuid in (learnt, claimed);
    end if;
    insert into deed (deed_id, at, actor, actor_name, actor_kind, verb, company_uuid, ticket_id, vin, detail)
      values (new_deed, moment, founder.account, founder.name, 'founder', 'history.correct-vin', of_company, of_ticket,
              becomes, told || jsonb_build_object('before', was, 'after', becomes));
    return true;
  end $$;

-- The email of the owner who claimed a rig with this ticket, for the founder who takes the ticket out of its history;
-- null if there is none. Locks the rig, as everything does that changes who owns one.
create function paper_holder(held uuid, asked text, of_company uuid, of_ticket integer) returns text
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform founder_holding(held);
    perform from rig r where r.vin = asked for update;
    return (select u.email from rig_claim c join auth_user u on u.id = c.account_id
            where c.vin = asked and c.from_company = of_company and c.from_ticket = of_ticket and c.ended_at is null);
  end $$;

-- The claim by which a rig is held, without a name.
create function founder_claim(held uuid, asked text)
  returns table (claim_id uuid, claimed_at timestamptz, how text, company_uuid uuid, company_name text,
                 ticket_id integer, opened_from timestamptz)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform founder_holding(held);
    return query
      select c.claim_id, c.claimed_at, c.how, c.from_company, d.company_name, c.from_ticket, c.opened_from
      from rig_claim c left join directory d on d.company_id = c.from_company
      where c.vin = asked and c.ended_at is null;
  end $$;

-- Ends a claim together with what the owner wrote about the rig's visits, and writes the audit entry. `seen` is the
-- claim that the founder looked at, or null for whichever stands. Returns the former owner's email, or null.
create function end_claim(held uuid, new_deed uuid, moment timestamptz, asked text, seen uuid, told jsonb) returns text
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    founder record;
    old rig_claim%rowtype;
    company text;
    written jsonb;
  begin
    select * into founder from founder_holding(held);
    -- Whoever changes who holds a rig holds its row first.
    perform from rig r where r.vin = asked for update;
    update rig_claim c set ended_at = moment, ended_how = 'founder', transfer_hash = null, transfer_until = null
      where c.vin = asked and c.ended_at is null and (seen is null or c.claim_id = seen)
      returning * into old;
    if old.claim_id is null then
      return null;
    end if;
    update rig r set assigned = false where r.vin = asked and r.customer_uuid = old.account_id;
    -- Whoever never had the rig is no former owner, whose words stay with it: the deed alone keeps them.
    with gone as (delete from rig_note n where n.vin = asked and n.claim_id = old.claim_id returning *)
      select jsonb_agg(jsonb_build_object('companyUUID', g.company_uuid, 'ticketId', g.ticket_id, 'kind', g.kind,
                                          'words', g.words, 'writtenAt', g.written_at))
      into written from gone g;
    select d.company_name into company from directory d where d.company_id = old.from_company;
    insert into deed (deed_id, at, actor, actor_name, actor_kind, verb, company_uuid, ticket_id, vin, detail)
      values (new_deed, moment, founder.account, founder.name, 'founder', 'rig.end-claim', old.from_company,
              old.from_ticket, asked, told ||
              jsonb_strip_nulls(jsonb_build_object('companyName', company, 'written', written)));
    return (select u.email from auth_user u where u.id = old.account_id);
  end $$;

-- Disputes across all rigs, newest first, before this one. `is_held`: the owner still holds the rig.
create function founder_disputes(held uuid, before_at timestamptz, before_vin text, before_company uuid,
                                 before_ticket integer, before_claim uuid, most integer)
  returns table (vin text, company_uuid uuid, company_name text, ticket_id integer, claim_id uuid, words text,
                 written_at timestamptz, is_held boolean)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform founder_holding(held);
    return query
      select n.vin, n.company_uuid, d.company_name, n.ticket_id, n.claim_id, n.words, n.written_at,
             c.claim_id is not null and c.ended_at is null
      from rig_note n
      left join rig_claim c on c.claim_id = n.claim_id
      left join directory d on d.company_id = n.company_uuid
      where n.kind = 'dispute'
        and (before_at is null or n.written_at < before_at or (n.written_at = before_at
          and (n.vin, n.company_uuid, n.ticket_id, n.claim_id) > (before_vin, before_company, before_ticket, before_claim)))
      order by n.written_at desc, n.vin, n.company_uuid, n.ticket_id, n.claim_id limit most;
  end $$;

alter function founder_holding owner to rigwright_reach;
alter function companies_by_email owner to rigwright_reach;
alter function company_standings owner to rigwright_reach;
alter function end_company_sessions owner to rigwright_reach;
alter function founder_deeds owner to rigwright_reach;
alter function correct_vin owner to rigwright_reach;
alter function paper_holder owner to rigwright_reach;
alter function founder_claim owner to rigwright_reach;
alter function end_claim owner to rigwright_reach;
alter function founder_disputes owner to rigwright_reach;
revoke all on function
  founder_holding, companies_by_email, company_standings, end_company_sessions, founder_deeds, correct_vin,
  paper_holder, founder_claim, end_claim, founder_disputes
  from public;
grant execute on function
  companies_by_email, company_standings, end_company_sessions, founder_deeds, correct_vin, paper_holder,
  founder_claim, end_claim, founder_disputes
  to rigwright_app;
