-- What owners wrote on a visit goes with it to the corrected VIN: on a cluster a row cannot change its machine, so it is
-- written anew.
grant insert on rig_note to rigwright_definer;

create function move_rig_notes(old_vin text, new_vin text, of_company uuid, of_ticket integer) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare note rig_note;
  begin
    for note in select * from rig_note n
      where n.vin = old_vin and n.company_uuid = of_company and n.ticket_id = of_ticket
    loop
      insert into rig_note (vin, company_uuid, ticket_id, claim_id, kind, account_id, words, written_at)
        values (new_vin, note.company_uuid, note.ticket_id, note.claim_id, note.kind, note.account_id, note.words,
                note.written_at);
    end loop;
    delete from rig_note n where n.vin = old_vin and n.company_uuid = of_company and n.ticket_id = of_ticket;
  end $$;

-- As before, and what owners wrote on the visit goes with it.
create or replace function correct_vin(
    founder_session uuid, new_entry uuid, as_of timestamptz, of_company uuid, of_ticket integer, old_vin text,
    new_vin text, entry_detail jsonb)
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
                              work)
      values (new_vin, entry.company_id, entry.ticket_id, entry.completed_timestamp, entry.time_zone,
              entry.technician, entry.total_balance, entry.work);
    perform move_rig_notes(old_vin, new_vin, of_company, of_ticket);
    -- An owner who claimed the other rig with this ticket never owned it.
    update rig_claim c set ended_at = as_of, end_reason = 'corrected', transfer_hash = null, transfer_until = null
      where c.vin = old_vin and c.from_company = of_company and c.from_ticket = of_ticket and c.ended_at is null
      returning c.account_id into claim_account;
    select t.customer_uuid into known_customer from ticket t
      where t.company_id = of_company and t.ticket_id = of_ticket;
    perform from rig_claim c where c.vin = old_vin and c.ended_at is null;
    is_theirs := found;
    -- One visit at a time: on a cluster they may be on different machines.
    for visit in select h.company_id, h.ticket_id from work_history h where h.vin = old_vin loop
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
    insert into platform_audit (entry_id, at, actor, actor_name, actor_kind, verb, company_uuid, ticket_id, vin, detail)
      values (new_entry, as_of, founder.account, founder.name, 'founder', 'history.correct-vin', of_company, of_ticket,
              new_vin, entry_detail || jsonb_build_object('before', old_vin, 'after', new_vin));
    return true;
  end $$;

-- The claim in force of the owner whom a corrected VIN of this visit concerns: they claimed the rig with it, or wrote on
-- it. Locks the rig, as everything does that changes who owns one.
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

-- The account whose claim of the rig has just ended; null without one.
create function rig_claim_ended_at(rig_vin text, as_of timestamptz) returns uuid
  language sql stable security definer set search_path from current
  as $$
    select c.account_id from rig_claim c where c.vin = rig_vin and c.ended_at = as_of
    order by c.claimed_at desc limit 1
  $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function move_rig_notes owner to rigwright_definer;
alter function claim_of_visit owner to rigwright_definer;
alter function rig_claim_ended_at owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function move_rig_notes, claim_of_visit, rig_claim_ended_at from public;
grant execute on function claim_of_visit, rig_claim_ended_at to rigwright_app;
