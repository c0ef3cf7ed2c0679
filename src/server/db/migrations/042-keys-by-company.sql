-- Keys are kept with the rows of the company that the command is about, so that on a cluster it needs no other machine;
-- those of an actor without a company by themselves.
alter table idempotency_key add column company_id uuid;
-- Only for a moment: the policies would hide all rows from an owner who is no superuser.
alter table idempotency_key no force row level security;
alter table ticket_link no force row level security;
update idempotency_key set company_id = actor::uuid;
update idempotency_key k set company_id = a.company from account_company a where a.account_id = k.company_id;
update idempotency_key k set company_id = l.company_id from ticket_link l where l.link_id = k.company_id;
alter table ticket_link force row level security;
alter table idempotency_key force row level security;
alter table idempotency_key drop constraint idempotency_key_pkey;
alter table idempotency_key add constraint idempotency_key_pkey primary key (company_id, actor, key);
comment on column idempotency_key.company_id is 'the company, or the actor without one';
grant select (company_id) on idempotency_key to rigwright_definer;

create function assert_new_idempotency_key(key_company uuid, key_actor text, request_key uuid) returns void
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform from idempotency_key where company_id = key_company and actor = key_actor and key = request_key;
    if found then
      raise unique_violation using message = 'A response is stored under this key.', constraint = 'idempotency_key_pkey';
    end if;
  end $$;

create function complete_command(
    as_of timestamptz, of_company uuid, actor_id text, actor_label text, changes jsonb, moved_tickets integer[],
    key_company uuid, key_actor text, request_key uuid, command_name text, request_hash text, key_response jsonb)
  returns bigint
  language plpgsql set enable_seqscan = off
  as $$
  declare
    new_version bigint;
    change record;
  begin
    if changes is not null then
      update company_version
        set version = version + 1,
            pending_tickets = pending_tickets + moved_tickets[1],
            active_tickets = active_tickets + moved_tickets[2],
            approval_tickets = approval_tickets + moved_tickets[3],
            completed_tickets = completed_tickets + moved_tickets[4]
        where company_id = of_company returning version into new_version;
      for change in select * from jsonb_to_recordset(changes) as t (
        seq int, kind text, id text, verb text, card jsonb, detail jsonb)
      loop
        insert into change_log (company_id, version, seq, kind, id, verb, at, actor, actor_name, card, detail)
          values (of_company, new_version, change.seq, change.kind, change.id, change.verb, as_of, actor_id, actor_label,
                  change.card, change.detail);
      end loop;
    end if;
    if request_key is not null then
      insert into idempotency_key (company_id, actor, key, command, body_hash, response, at)
        values (key_company, key_actor, request_key, command_name, request_hash, key_response, as_of);
    end if;
    return new_version;
  end $$;

-- For the servers of the version before, during an upgrade: they know no company, and find a key wherever it is. The next
-- release drops all of it. The key of a visitor who books or confirms is then kept by itself, and is not found by the
-- servers of this version.
create function company_of_actor(key_actor text) returns uuid
  language plpgsql stable security definer set search_path from current
  as $$ begin
    return coalesce(
      (select a.company from account_company a where a.account_id = key_actor::uuid),
      (select l.company_id from ticket_link l where l.link_id = key_actor::uuid),
      key_actor::uuid);
  end $$;
grant select (company_id, link_id) on ticket_link to rigwright_definer;
create policy definer_select on ticket_link for select to rigwright_definer using (true);
create or replace function assert_new_idempotency_key(key_actor text, request_key uuid) returns void
  language plpgsql stable security definer set search_path from current
  as $$ begin
    perform from idempotency_key where actor = key_actor and key = request_key;
    if found then
      raise unique_violation using message = 'A response is stored under this key.', constraint = 'idempotency_key_pkey';
    end if;
  end $$;
create or replace function complete_command(
    as_of timestamptz, of_company uuid, actor_id text, actor_label text, changes jsonb, moved_tickets integer[],
    key_actor text, request_key uuid, command_name text, request_hash text, key_response jsonb)
  returns bigint
  language plpgsql
  as $$ begin
    return complete_command(as_of, of_company, actor_id, actor_label, changes, moved_tickets,
                            company_of_actor(key_actor), key_actor, request_key, command_name, request_hash, key_response);
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function assert_new_idempotency_key(uuid, text, uuid) owner to rigwright_definer;
alter function company_of_actor owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function
  company_of_actor, assert_new_idempotency_key(uuid, text, uuid),
  complete_command(timestamptz, uuid, text, text, jsonb, integer[], uuid, text, uuid, text, text, jsonb)
  from public;
grant execute on function
  company_of_actor,
  complete_command(timestamptz, uuid, text, text, jsonb, integer[], uuid, text, uuid, text, text, jsonb)
  to rigwright_app;
