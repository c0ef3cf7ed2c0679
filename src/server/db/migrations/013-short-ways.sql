-- What is asked all day long, each as a function: PostgreSQL reads and plans a statement anew whenever it
-- comes as text, and with row-level security that is most of its work; within a function it plans once for
-- each connection. These run as whoever calls them, so a piece of work meets its walls in here as well.
-- A plan that was made while a table was nearly empty reads all of it, and would be kept when it has grown:
-- with enable_seqscan off the indexes are taken from the first row on.

-- Writes a new ticket with its job lines and its words, and teaches the pool a rig that it does not know;
-- the picture of one that it knows comes along. An id that is taken is no fault: whatever was begun is
-- undone as after two that waited for each other, and done again with another.
create function add_ticket(company uuid, added timestamptz, ticket jsonb, jobs jsonb, search_words text) returns void
  language plpgsql set enable_seqscan = off
  as $$
  declare
    typed record;
    picture text;
  begin
    select * into typed from jsonb_to_record(ticket) as t (
      "ticketId" int, state text, "firstName" text, "lastName" text, email text, phone text, address text,
      latitude float8, longitude float8, "profileImageUrl" text, vin text, make text, model text, year text,
      "axleAmount" text, "pendingTimestamp" timestamptz, "activeTimestamp" timestamptz,
      "movedVerb" text, "movedBy" text, "movedByName" text, "movedAt" timestamptz, card jsonb);
    select rig.rv_image into picture from rig where rig.vin = typed.vin;
    if not found then
      insert into rig (vin, make, model, year, axle_amount, customer_uuid, assigned, added_at)
        values (typed.vin, typed.make, typed.model, typed.year, typed."axleAmount", company, false, added)
        on conflict do nothing;
    end if;
    insert into ticket (company_id, ticket_id, state, first_name, last_name, email, phone, address,
                        latitude, longitude, profile_image_url, vin, make, model, year, axle_amount, rv_image,
                        pending_timestamp, active_timestamp, moved_verb, moved_by, moved_by_name, moved_at, card)
      values (company, typed."ticketId", typed.state, typed."firstName", typed."lastName", typed.email,
              typed.phone, typed.address, typed.latitude, typed.longitude, typed."profileImageUrl", typed.vin,
              typed.make, typed.model, typed.year, typed."axleAmount", picture, typed."pendingTimestamp",
              typed."activeTimestamp", typed."movedVerb", typed."movedBy", typed."movedByName",
              typed."movedAt", typed.card)
      on conflict do nothing;
    if not found then
      raise exception 'The ticket id % is taken.', typed."ticketId" using errcode = 'serialization_failure';
    end if;
    insert into job (company_id, ticket_id, job_number, problem, cause, correction, estimated_time, estimate,
                     suggested_time, answer)
      select company, typed."ticketId", line."jobNumber", line.problem, line.cause, line.correction,
             line."estimatedTime", line.estimate, line."suggestedTime", line.answer
      from jsonb_to_recordset(jobs) as line (
        "jobNumber" int, problem text, cause text, correction text, "estimatedTime" numeric, estimate boolean,
        "suggestedTime" numeric, answer text);
    insert into ticket_words (company_id, ticket_id, created_at, words)
      values (company, typed."ticketId", added, search_words);
  end $$;

-- The last statement of a command: raises the company's version, whose lock is held from here to COMMIT, and
-- writes a row for each thing that was touched. Answers with the version.
create function leave_trail(company uuid, moment timestamptz, who text, name text, touches jsonb) returns bigint
  language plpgsql set enable_seqscan = off
  as $$
  declare raised bigint;
  begin
    update company_version set version = version + 1 where company_id = company returning version into raised;
    insert into change (company_id, version, seq, kind, id, verb, at, actor, actor_name, card, detail)
      select company, raised, t.seq, t.kind, t.id, t.verb, moment, who, name, t.card, t.detail
      from jsonb_to_recordset(touches) as t (
        seq int, kind text, id text, verb text, card jsonb, detail jsonb);
    return raised;
  end $$;

-- Claims a key for a command, with its answer or, as long as that is not known, without one. Whoever comes
-- second waits for the first, and is refused by the primary key.
create function claim_answer(whose text, wish uuid, of_command text, body text, given jsonb, moment timestamptz)
  returns void language plpgsql set enable_seqscan = off
  as $$
  begin
    insert into answer (actor, key, command, body_hash, answer, at)
      values (whose, wish, of_command, body, given, moment);
  end $$;

-- The sections of the board that have tickets, as they go out: how many stand in each, and the newest cards
-- as a JSON list, in the order in which the window hands them on. `whose` leaves out what is not assigned to
-- them; null takes everybody's.
create function board_sections(company uuid, whose uuid, most integer)
  returns table (section text, total bigint, cards text)
  language plpgsql stable set enable_seqscan = off
  as $$
  begin
    return query
      select placed.state, count(*),
             '[' || string_agg(placed.card::text, ',') filter (where placed.place <= most) || ']'
      from (
        select t.state, t.card,
               row_number() over (partition by t.state order by t.moved_at desc, t.ticket_id desc) as place
        from ticket t
        where t.company_id = company and t.state in ('pending', 'active', 'approval', 'completed')
          and (whose is null or t.assigned_technician = whose)
      ) as placed
      group by placed.state;
  end $$;

-- A rig's history as it goes out, a JSON list, newest first: moments in UTC to the millisecond, money in dollars.
-- Belongs to nobody's company, so whoever knows the VIN may ask.
create function history_of(asked text) returns table (entries text, visits integer)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    return query
      select coalesce('[' || string_agg(
          json_build_object(
            'ticketId', h.ticket_id,
            'completedTimestamp',
              to_char(h.completed_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'timeZone', h.time_zone,
            'technician', h.technician,
            'totalBalance', trim_scale(h.total_balance / 100.0)
          )::text, ',' order by h.completed_timestamp desc, h.ticket_id desc) || ']', '[]'),
        count(*)::integer
      from work_history h where h.vin = asked;
  end $$;

-- Who holds a session that stands at `moment` and was noted as used after `noted`. First the account, which any
-- machine knows, then its standing, which only its company's does.
create function session_holder(held_token text, moment timestamptz, noted timestamptz)
  returns table (id uuid, name text, session_id uuid, kind text, company_id uuid, time_zone text,
                 is_service_writer boolean, is_technician boolean)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare holder record;
  begin
    select u.id, u.name, held.id as session into holder
      from auth_session held join auth_user u on u.id = held.user_id
      where held.token = held_token and held.expires_at > moment and held.updated_at > noted;
    if found then
      return query
        select holder.id, holder.name, holder.session,
               s.kind, s.company_id, s.time_zone, s.is_service_writer, s.is_technician
        from (values (1)) as once left join account_standing(holder.id) s on true;
    end if;
  end $$;

-- Asked once for each statement instead of once for each row.
do $$
declare walled text;
begin
  for walled in
    select tablename from pg_policies where schemaname = current_schema() and policyname = 'own_company'
  loop
    execute format('alter policy own_company on %I using (company_id = (select app_company()))', walled);
  end loop;
end $$;

do $$
declare signature text;
begin
  foreach signature in array array[
    'add_ticket(uuid, timestamptz, jsonb, jsonb, text)', 'leave_trail(uuid, timestamptz, text, text, jsonb)',
    'claim_answer(text, uuid, text, text, jsonb, timestamptz)', 'board_sections(uuid, uuid, integer)',
    'history_of(text)']
  loop
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  grant select on work_history to rigwright_reach;
  alter function history_of(text) owner to rigwright_reach;
  -- Sessions are none of a piece of work's business.
  alter function session_holder(text, timestamptz, timestamptz) owner to rigwright_reach;
  revoke all on function session_holder(text, timestamptz, timestamptz) from public;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
