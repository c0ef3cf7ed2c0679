-- A command checks its key in its first message and stores its response in its last one, with its change log.

-- Raises a unique violation of the key if its response is stored.
create function assert_new_idempotency_key(key_actor text, request_key uuid) returns void
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform from idempotency_key where actor = key_actor and key = request_key;
    if found then
      raise unique_violation using message = 'A response is stored under this key.', constraint = 'idempotency_key_pkey';
    end if;
  end $$;

-- The last statement of a command. With changes, it raises the company's version, whose lock is held until commit,
-- counts the tickets that moved (more or fewer in each section of the board), writes a row for each thing
-- that was changed, and returns the version. With a key, it stores the response: a second request with the same key
-- waits for the first and is refused by the primary key.
create function complete_command(
    as_of timestamptz, of_company uuid, actor_id text, actor_label text, changes jsonb, moved_tickets integer[],
    key_actor text, request_key uuid, command_name text, request_hash text, key_response jsonb)
  returns bigint
  language plpgsql set enable_seqscan = off
  as $$
  declare new_version bigint;
  begin
    if changes is not null then
      update company_version
        set version = version + 1,
            pending_tickets = pending_tickets + moved_tickets[1],
            active_tickets = active_tickets + moved_tickets[2],
            approval_tickets = approval_tickets + moved_tickets[3],
            completed_tickets = completed_tickets + moved_tickets[4]
        where company_id = of_company returning version into new_version;
      insert into change_log (company_id, version, seq, kind, id, verb, at, actor, actor_name, card, detail)
        select of_company, new_version, t.seq, t.kind, t.id, t.verb, as_of, actor_id, actor_label, t.card, t.detail
        from jsonb_to_recordset(changes) as t (
          seq int, kind text, id text, verb text, card jsonb, detail jsonb);
    end if;
    if request_key is not null then
      insert into idempotency_key (actor, key, command, body_hash, response, at)
        values (key_actor, request_key, command_name, request_hash, key_response, as_of);
    end if;
    return new_version;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function assert_new_idempotency_key owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function assert_new_idempotency_key, complete_command from public;
grant execute on function complete_command to rigwright_app;
