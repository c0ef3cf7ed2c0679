-- The functions below run as their caller, under row-level security. PostgreSQL plans a statement that comes as text
-- each time, and with row-level security planning is most of its work; in a function it plans once per connection.
-- A plan made while a table was nearly empty would scan all of it and be kept while it grows, so enable_seqscan is off.

-- The sections of the board that have tickets: how many, and the newest cards as a JSON list. `of_technician` narrows
-- it to a technician's tickets; null shows all.
create function board_sections(of_company uuid, of_technician uuid, max_cards integer)
  returns table (section text, total bigint, cards text)
  language plpgsql stable set enable_seqscan = off
  as $$
  begin
    return query
      select ranked.state, count(*),
             '[' || string_agg(ranked.card::text, ',') filter (where ranked.rank <= max_cards) || ']'
      from (
        select t.state, t.card,
               row_number() over (partition by t.state order by t.transitioned_at desc, t.ticket_id desc) as rank
        from ticket t
        where t.company_id = of_company and t.state in ('pending', 'active', 'approval', 'completed')
          and (of_technician is null or t.assigned_technician = of_technician)
      ) as ranked
      group by ranked.state;
  end $$;

-- Inserts a ticket with its job lines and search text, and its rig if the VIN is new; a known rig lends its image. A
-- taken id is reported as a serialization failure, so that the caller runs again with another id.
create function add_ticket(of_company uuid, as_of timestamptz, ticket jsonb, jobs jsonb, search_words text) returns void
  language plpgsql set enable_seqscan = off
  as $$
  declare
    input record;
    known_image text;
  begin
    select * into input from jsonb_to_record(ticket) as t (
      "ticketId" int, state text, "firstName" text, "lastName" text, email text, phone text, address text,
      latitude float8, longitude float8, "profileImageUrl" text, vin text, make text, model text, year text,
      "axleAmount" text, "pendingTimestamp" timestamptz, "activeTimestamp" timestamptz,
      transition text, "transitionedBy" text, "transitionedByName" text, "transitionedAt" timestamptz, card jsonb);
    select rig.rv_image into known_image from rig where rig.vin = input.vin;
    if not found then
      insert into rig (vin, make, model, year, axle_amount, customer_uuid, assigned, added_at)
        values (input.vin, input.make, input.model, input.year, input."axleAmount", of_company, false, as_of)
        on conflict do nothing;
    end if;
    insert into ticket (company_id, ticket_id, state, first_name, last_name, email, phone, address,
                        latitude, longitude, profile_image_url, vin, make, model, year, axle_amount, rv_image,
                        pending_timestamp, active_timestamp, transition, transitioned_by, transitioned_by_name,
                        transitioned_at, card)
      values (of_company, input."ticketId", input.state, input."firstName", input."lastName", input.email,
              input.phone, input.address, input.latitude, input.longitude, input."profileImageUrl", input.vin,
              input.make, input.model, input.year, input."axleAmount", known_image, input."pendingTimestamp",
              input."activeTimestamp", input.transition, input."transitionedBy", input."transitionedByName",
              input."transitionedAt", input.card)
      on conflict do nothing;
    if not found then
      raise exception 'The ticket id % is taken.', input."ticketId" using errcode = 'serialization_failure';
    end if;
    insert into job (company_id, ticket_id, job_number, problem, cause, correction, estimated_time, estimate,
                     suggested_time, answer)
      select of_company, input."ticketId", line."jobNumber", line.problem, line.cause, line.correction,
             line."estimatedTime", line.estimate, line."suggestedTime", line.answer
      from jsonb_to_recordset(jobs) as line (
        "jobNumber" int, problem text, cause text, correction text, "estimatedTime" numeric, estimate boolean,
        "suggestedTime" numeric, answer text);
    insert into ticket_search (company_id, ticket_id, created_at, text)
      values (of_company, input."ticketId", as_of, search_words);
  end $$;

-- add_ticket, claim_idempotency_key (if a key came along) and append_changes in one statement. The version's row, which
-- others of the company wait for, is locked last. Returns the version.
create function write_ticket(
    of_company uuid, as_of timestamptz, new_id int, new_state text, first_name text, last_name text, email text,
    phone text, address text, latitude float8, longitude float8, profile_image_url text, new_vin text, make text,
    model text, year text, axle_amount text, pending_timestamp timestamptz, active_timestamp timestamptz,
    transition text, transitioned_by text, transitioned_by_name text, transitioned_at timestamptz, card jsonb,
    jobs jsonb, search_words text, changed_kind text, changed_id text, verb text, detail jsonb, key_actor text,
    request_key uuid, command_name text, request_hash text, stored_response jsonb)
  returns bigint
  language plpgsql set enable_seqscan = off
  as $$
  #variable_conflict use_variable
  declare
    known_image text;
    new_version bigint;
  begin
    select rig.rv_image into known_image from rig where rig.vin = new_vin;
    if not found then
      insert into rig (vin, make, model, year, axle_amount, customer_uuid, assigned, added_at)
        values (new_vin, make, model, year, axle_amount, of_company, false, as_of)
        on conflict do nothing;
    end if;
    insert into ticket (company_id, ticket_id, state, first_name, last_name, email, phone, address,
                        latitude, longitude, profile_image_url, vin, make, model, year, axle_amount, rv_image,
                        pending_timestamp, active_timestamp, transition, transitioned_by, transitioned_by_name,
                        transitioned_at, card)
      values (of_company, new_id, new_state, first_name, last_name, email, phone, address,
              latitude, longitude, profile_image_url, new_vin, make, model, year, axle_amount, known_image,
              pending_timestamp, active_timestamp, transition, transitioned_by, transitioned_by_name,
              transitioned_at, card)
      on conflict do nothing;
    if not found then
      raise exception 'The ticket id % is taken.', new_id using errcode = 'serialization_failure';
    end if;
    insert into job (company_id, ticket_id, job_number, problem, cause, correction, estimated_time, estimate,
                     suggested_time, answer)
      select of_company, new_id, line."jobNumber", line.problem, line.cause, line.correction,
             line."estimatedTime", line.estimate, line."suggestedTime", line.answer
      from jsonb_to_recordset(jobs) as line (
        "jobNumber" int, problem text, cause text, correction text, "estimatedTime" numeric, estimate boolean,
        "suggestedTime" numeric, answer text);
    insert into ticket_search (company_id, ticket_id, created_at, text)
      values (of_company, new_id, as_of, search_words);
    if request_key is not null then
      insert into idempotency_key (actor, key, command, body_hash, response, at)
        values (key_actor, request_key, command_name, request_hash, stored_response, as_of);
    end if;
    update company_version set version = version + 1 where company_id = of_company returning version into new_version;
    insert into change_log (company_id, version, seq, kind, id, verb, at, actor, actor_name, card, detail)
      values (of_company, new_version, 1, changed_kind, changed_id, verb, as_of, transitioned_by,
              transitioned_by_name, card, detail);
    return new_version;
  end $$;

revoke all on function board_sections, add_ticket, write_ticket from public;
grant execute on function board_sections, add_ticket, write_ticket to rigwright_app;
