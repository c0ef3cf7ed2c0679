-- The people who run the platform, in lower case: written at each start from FOUNDERS in the settings.
create table founder_email (email text primary key);
grant select on founder_email to rigwright_definer;

-- Everything below reaches beyond one company, so it takes the id of the session that asks: no request can look up
-- the id of another session. Permanent changes write their audit entry here.

-- The founder whose session this is; raises if it is not a founder's.
create function assert_founder(founder_session uuid) returns table (account uuid, name text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    return query
      select u.id, u.name from auth_session s join auth_user u on u.id = s.user_id
      where s.id = founder_session and s.expires_at > now() and u.email_verified
        and exists (select from founder_email f where f.email = lower(u.email))
        and not exists (select from account_company a where a.account_id = u.id);
    if not found then
      raise exception 'This session is not a founder''s.' using errcode = 'insufficient_privilege';
    end if;
  end $$;

-- Companies whose email matches `pattern`, by name, after this one.
create function companies_by_email(
    founder_session uuid, pattern text, after_name text, after_company uuid, max_rows integer)
  returns table (company_id uuid, lowered text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    return query
      select c.company_id, lower(c.company_name) from company c
      where c.email like pattern
        and (after_name is null or (lower(c.company_name), c.company_id) > (after_name, after_company))
      order by lower(c.company_name), c.company_id limit max_rows;
  end $$;

-- What the founders' list shows of these companies besides their public cards; nothing of deleted ones.
create function company_statuses(founder_session uuid, companies uuid[])
  returns table (company_id uuid, email text, pending_status boolean, suspended_at timestamptz, time_zone text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    return query
      select c.company_id, c.email, c.pending_status, c.suspended_at, c.time_zone from company c
      where c.company_id = any(companies) and c.deleted_at is null;
  end $$;

-- Signs out everyone in a company that this transaction suspends. It is not checked: on a cluster another role cannot
-- see what the transaction has written.
create function end_company_sessions(founder_session uuid, of_company uuid) returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    delete from auth_session s using account_company a where a.company = of_company and s.user_id = a.account_id;
  end $$;

-- The audit log of all founders and of the operator at the command line, newest first, before this entry. As RV owners
-- founders write entries with other verbs.
create function founder_audit(
    founder_session uuid, verbs text[], before_at timestamptz, before_entry uuid, max_rows integer)
  returns table (entry_id uuid, at timestamptz, actor uuid, actor_name text, verb text, company_uuid uuid,
                 ticket_id integer, vin text, detail jsonb)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    return query
      select d.entry_id, d.at, d.actor, d.actor_name, d.verb, d.company_uuid, d.ticket_id, d.vin, d.detail
      from platform_audit d
      where d.actor_kind in ('founder', 'operator') and d.verb = any(verbs)
        and (before_at is null or (d.at, d.entry_id) < (before_at, before_entry))
      order by d.at desc, d.entry_id desc limit max_rows;
  end $$;

-- Disputes across all rigs, newest first, before this one. `is_held`: the owner still holds the rig.
create function founder_disputes(
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
  end $$;

-- The claim by which a rig is held, without a name.
create function current_rig_claim(founder_session uuid, rig_vin text)
  returns table (claim_id uuid, claimed_at timestamptz, how text, company_uuid uuid, company_name text,
                 ticket_id integer, opened_from timestamptz)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    return query
      select c.claim_id, c.claimed_at, c.how, c.from_company, d.company_name, c.from_ticket, c.opened_from
      from rig_claim c left join directory d on d.company_id = c.from_company
      where c.vin = rig_vin and c.ended_at is null;
  end $$;

-- Ends a claim together with what the owner wrote about the rig's visits, and writes the audit entry. `seen_claim` is
-- the claim that the founder looked at, or null for any that is in force. Returns the former owner's email, or null.
create function revoke_rig_claim(
    founder_session uuid, new_entry uuid, as_of timestamptz, rig_vin text, seen_claim uuid, entry_detail jsonb)
  returns text
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    founder record;
    old rig_claim%rowtype;
    company text;
    deleted_notes jsonb;
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
    select d.company_name into company from directory d where d.company_id = old.from_company;
    insert into platform_audit (entry_id, at, actor, actor_name, actor_kind, verb, company_uuid, ticket_id, vin, detail)
      values (new_entry, as_of, founder.account, founder.name, 'founder', 'rig.end-claim', old.from_company,
              old.from_ticket, rig_vin, entry_detail ||
              jsonb_strip_nulls(jsonb_build_object('companyName', company, 'written', deleted_notes)));
    return (select u.email from auth_user u where u.id = old.account_id);
  end $$;

-- The claim in force of the owner whom a corrected VIN of this visit concerns: they claimed the rig with it, or wrote
-- on it. Locks the rig, as everything does that changes who owns one.
create function claim_of_visit(founder_session uuid, rig_vin text, of_company uuid, of_ticket integer)
  returns table (account uuid, email text, is_by_visit boolean, opened_from timestamptz, has_dispute boolean)
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    current_claim rig_claim;
    kinds text[];
  begin
    perform assert_founder(founder_session);
    perform from rig r where r.vin = rig_vin for update;
    select * into current_claim from rig_claim c where c.vin = rig_vin and c.ended_at is null;
    select array_agg(n.kind) into kinds from rig_note n
      where n.vin = rig_vin and n.company_uuid = of_company and n.ticket_id = of_ticket
        and n.claim_id = current_claim.claim_id;
    return query
      select u.id, u.email,
             current_claim.from_company = of_company and current_claim.from_ticket = of_ticket,
             current_claim.opened_from, coalesce('dispute' = any(kinds), false)
      from auth_user u
      where u.id = current_claim.account_id
        and (kinds is not null
             or (current_claim.from_company = of_company and current_claim.from_ticket = of_ticket));
  end $$;

-- Moves one entry of a work history to the rig's real VIN, with what owners wrote on it, and writes the audit entry;
-- nothing else can change a history. An imported entry stays one. The rig that the entry leaves loses its owner, if it
-- had that owner from this ticket alone: no other visit of theirs is left, and no account holds it. A rig that is in
-- no other use leaves the pool. `new_own_rig`: which rig it is, if the corrected text is no VIN. Returns whether there
-- was such an entry.
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

-- Adds the rig to which correct_vin moved an entry, under the same role; a known one stays unchanged.
create function add_corrected_rig(
    founder_session uuid, rig_vin text, rig_make text, rig_model text, rig_year text, axles text, of_company uuid,
    as_of timestamptz)
  returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    insert into rig (vin, make, model, year, axle_amount, customer_uuid, assigned, added_at)
      values (rig_vin, rig_make, rig_model, rig_year, axles, of_company, false, as_of)
      on conflict do nothing;
  end $$;

-- What runs in the background, when it ran and runs next, and its last error: one row for each job, for all servers
-- together. A server that leases a job moves next_run_at to the end of its lease.
create table background_job (
  name text primary key,
  last_run_at timestamptz,
  last_succeeded_at timestamptz,
  next_run_at timestamptz,
  failures integer not null default 0,
  last_error text
);
comment on column background_job.next_run_at is 'null for a queue, which is worked when something is due in it';
comment on column background_job.failures is 'in a row; 0 after a success';
grant select on background_job to rigwright_definer;

-- The jobs as founders see them.
create function founder_background_jobs(founder_session uuid)
  returns table (name text, last_run_at timestamptz, last_succeeded_at timestamptz, next_run_at timestamptz,
                 failures integer, last_error text)
  language plpgsql stable security definer set search_path from current
  as $$
  begin
    perform assert_founder(founder_session);
    return query
      select b.name, b.last_run_at, b.last_succeeded_at, b.next_run_at, b.failures, b.last_error
      from background_job b;
  end $$;

grant execute on function
  companies_by_email, company_statuses, end_company_sessions, founder_audit, founder_disputes, current_rig_claim,
  revoke_rig_claim, claim_of_visit, correct_vin, add_corrected_rig, founder_background_jobs
  to rigwright_app;
