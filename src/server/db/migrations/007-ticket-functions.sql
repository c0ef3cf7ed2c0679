-- The functions below run as their caller, under row-level security. PostgreSQL plans a statement that comes as text
-- each time, and with row-level security planning is most of its work; in a function it plans once per connection.
-- A plan made while a table was nearly empty would scan all of it and be kept while it grows, so enable_seqscan is off.

-- The sections of the board that have tickets: how many, and the newest cards as a JSON list. `whose` narrows it to a
-- technician's tickets; null shows all.
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

-- Inserts a ticket with its job lines and search text, and its rig if the VIN is new; a known rig lends its image. A
-- taken id is reported as a serialization failure, so that the caller runs again with another id.
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

-- add_ticket, claim_answer (if a key came along) and leave_trail in one statement. The version's row, which others of
-- the company wait for, is locked last. Returns the version.
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

revoke all on function board_sections, add_ticket, write_ticket from public;
grant execute on function board_sections, add_ticket, write_ticket to rigwright_app;
