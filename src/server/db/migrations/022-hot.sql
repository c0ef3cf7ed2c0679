-- The short ways once more (013), with less to do for each. What servers of the version before call is still there.

-- Raises 'RW001' unless the session stands, was noted as used after `noted`, and its holder is to the letter who
-- they were when it was last asked who holds it: then whoever remembers that may go on in the same message.
-- First what any machine knows, then what only the company's does.
create function confirm_holder(held_token text, moment timestamptz, noted timestamptz, account uuid,
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
      perform from company c where c.company_id = home and c.time_zone = zone;
    elsif found then
      perform from employee e join company c on c.company_id = e.company_id
        where e.company_id = home and e.employee_id = account and e.deactivated_at is null
          and e.is_service_writer = writes and e.is_technician = repairs and c.time_zone = zone;
    end if;
    if not found then
      raise exception 'The session is not held as it was.' using errcode = 'RW001';
    end if;
  end $$;

-- add_ticket, claim_answer (where a key came along) and leave_trail in one: the ticket's row as it is, and of
-- the trail the one row that a new ticket leaves. The version's row, for which others of the company wait, is
-- locked last. Answers with the version.
create function write_ticket(
    company uuid, moment timestamptz, new_id int, new_state text, first_name text, last_name text, email text,
    phone text, address text, latitude float8, longitude float8, profile_image_url text, new_vin text, make text,
    model text, year text, axle_amount text, pending_timestamp timestamptz, active_timestamp timestamptz,
    moved_verb text, moved_by text, moved_by_name text, moved_at timestamptz, card jsonb, jobs jsonb,
    search_words text, touched_kind text, touched_id text, verb text, detail jsonb,
    whose text, wish uuid, of_command text, body text, given jsonb) returns bigint
  language plpgsql set enable_seqscan = off
  as $$
  #variable_conflict use_variable
  declare
    picture text;
    raised bigint;
  begin
    select rig.rv_image into picture from rig where rig.vin = new_vin;
    if not found then
      insert into rig (vin, make, model, year, axle_amount, customer_uuid, assigned, added_at)
        values (new_vin, make, model, year, axle_amount, company, false, moment)
        on conflict do nothing;
    end if;
    insert into ticket (company_id, ticket_id, state, first_name, last_name, email, phone, address,
                        latitude, longitude, profile_image_url, vin, make, model, year, axle_amount, rv_image,
                        pending_timestamp, active_timestamp, moved_verb, moved_by, moved_by_name, moved_at, card)
      values (company, new_id, new_state, first_name, last_name, email, phone, address,
              latitude, longitude, profile_image_url, new_vin, make, model, year, axle_amount, picture,
              pending_timestamp, active_timestamp, moved_verb, moved_by, moved_by_name, moved_at, card)
      on conflict do nothing;
    if not found then
      raise exception 'The ticket id % is taken.', new_id using errcode = 'serialization_failure';
    end if;
    insert into job (company_id, ticket_id, job_number, problem, cause, correction, estimated_time, estimate,
                     suggested_time, answer)
      select company, new_id, line."jobNumber", line.problem, line.cause, line.correction,
             line."estimatedTime", line.estimate, line."suggestedTime", line.answer
      from jsonb_to_recordset(jobs) as line (
        "jobNumber" int, problem text, cause text, correction text, "estimatedTime" numeric, estimate boolean,
        "suggestedTime" numeric, answer text);
    insert into ticket_words (company_id, ticket_id, created_at, words)
      values (company, new_id, moment, search_words);
    if wish is not null then
      insert into answer (actor, key, command, body_hash, answer, at)
        values (whose, wish, of_command, body, given, moment);
    end if;
    update company_version set version = version + 1 where company_id = company returning version into raised;
    insert into change (company_id, version, seq, kind, id, verb, at, actor, actor_name, card, detail)
      values (company, raised, 1, touched_kind, touched_id, verb, moment, moved_by, moved_by_name, card, detail);
    return raised;
  end $$;

do $$
declare written text := (select p.oid::regprocedure::text from pg_proc p
  where p.proname = 'write_ticket' and p.pronamespace = current_schema()::regnamespace);
begin
  execute format('revoke all on function %s from public', written);
  execute format('grant execute on function %s to rigwright_app', written);
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  alter function confirm_holder(text, timestamptz, timestamptz, uuid, text, uuid, uuid, text, boolean, boolean)
    owner to rigwright_reach;
  revoke all on function confirm_holder(text, timestamptz, timestamptz, uuid, text, uuid, uuid, text, boolean, boolean)
    from public;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
