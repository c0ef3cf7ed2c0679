-- One table for the audit trail, the activity list, the live feed and its resume point. The row lock on the version
-- makes versions follow commit order: a reader who has seen 41 never later sees a 40.
create table company_version (
  company_id uuid primary key,
  version bigint not null default 0,
  -- The board shows the newest tickets of each section, found by index, and how many there are, which is counted as
  -- tickets move: with the company's version, whose row every command that moves a ticket locks anyway.
  pending_tickets integer not null default 0,
  active_tickets integer not null default 0,
  approval_tickets integer not null default 0,
  completed_tickets integer not null default 0
);
select declare_company_table('company_version', app => 'select, insert, update', definer => 'select');

create table change_log (
  company_id uuid not null,
  version bigint not null,
  kind text not null,
  id text not null,
  verb text not null,
  at timestamptz not null,
  actor text not null,
  actor_name text not null,
  card jsonb,
  seq integer not null default 1,
  detail jsonb,
  primary key (company_id, version, seq)
);
comment on column change_log.seq is 'counts the rows of one version from 1';
comment on column change_log.detail is 'what the activity sentence needs besides who and when; never money';
create index change_log_subject on change_log (company_id, kind, id, version, seq);
select declare_company_table(
  'change_log',
  app => 'select, insert',
  eraser => 'update (actor, actor_name, card, detail)'
);

-- How far the change logs of these companies have come, and nothing else about them.
create function company_versions(companies uuid[]) returns table (company_id uuid, version bigint)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query select v.company_id, v.version from company_version v where v.company_id = any(companies);
  end $$;

-- The response to a command under the key that came with it: the same command twice takes effect once. Keys belong to
-- their actor and are kept for seven days; those that carry their time (UUIDs of version 7) are kept longer, because
-- what was tapped without a connection comes late. One whose own time is older than that is refused, so a key is kept
-- until then even if the client's clock was ahead.
create table idempotency_key (
  actor text not null,
  key uuid not null,
  command text not null,
  body_hash text not null,
  response jsonb,
  at timestamptz not null,
  -- Keys are kept with the rows of the company that the command is about, so that on a cluster it needs no other
  -- machine; those of an actor without a company by themselves.
  company_id uuid,
  primary key (company_id, actor, key)
);
comment on column idempotency_key.company_id is 'the company, or the actor without one';
create index idempotency_key_at on idempotency_key (at);
-- What the hourly deletion looks for, without reading those that are kept longer.
create index idempotency_key_untimed on idempotency_key (at) where substr(key::text, 15, 1) <> '7';
select declare_protected_table(
  'idempotency_key',
  app => 'select, insert, update',
  definer => 'select, delete',
  eraser => 'delete'
);
create policy own_keys on idempotency_key to rigwright_app
  using (actor = app_actor()) with check (actor = app_actor());
create policy eraser_select on idempotency_key for select to rigwright_eraser using (company_id = app_company());
create policy eraser_delete on idempotency_key for delete to rigwright_eraser using (company_id = app_company());

-- The checks before a command answer instead of raising: PostgreSQL writes each error to its log, and a phone that
-- sends a command again is expected.

-- Whether no response is stored under this key. Takes the key's lock first, so a repeat sent at the same moment waits
-- here until the first has committed, and then finds its response. Volatile, so that it sees what was committed
-- meanwhile.
create function is_new_idempotency_key(key_company uuid, key_actor text, request_key uuid) returns boolean
  language plpgsql volatile security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'key', key_company, key_actor, request_key), 0));
    perform from idempotency_key where company_id = key_company and actor = key_actor and key = request_key;
    return not found;
  end $$;

create function delete_expired_idempotency_keys(before timestamptz, timed_before timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    -- In a deletion, a cluster compares columns with nothing that depends on a time zone.
    oldest_ms bigint := floor(extract(epoch from timed_before) * 1000);
    -- A clock that is far ahead does not keep a row forever.
    last_of_all timestamptz := timed_before - interval '90 days';
  begin
    delete from idempotency_key where at < before and substr(key::text, 15, 1) <> '7';
    delete from idempotency_key
      where at < timed_before and substr(key::text, 15, 1) = '7'
        and (at < last_of_all
             or ('x' || lpad(substr(replace(key::text, '-', ''), 1, 12), 16, '0'))::bit(64)::bigint < oldest_ms);
  end $$;

-- The last statement of a command. With changes, it raises the company's version, whose lock is held until commit,
-- counts the tickets that moved (more or fewer in each section of the board), writes a row for each thing
-- that was changed, and returns the version. With a key, it stores the response: a second request with the same key
-- waits for the first and is refused by the primary key.
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

-- Attempts, counted for all servers together. Unlogged: counting waits for no disk, and after a crash of the database
-- all counts start again.
create unlogged table rate_limit_counter (
  key text primary key,
  count bigint not null,
  until timestamptz not null
);
comment on column rate_limit_counter.key is 'a keyed hash: whose attempts these are cannot be read here';
create index rate_limit_counter_until on rate_limit_counter (until);
grant select, insert, update on rate_limit_counter to rigwright_definer;

-- Counts one attempt for each key, in the transaction that makes it. Returns the seconds to wait if one key is over
-- its limit, else null. An attempt that cannot be counted is let through: a broken counter must not stop a shop.
create function consume_rate_limits(
    keys text[], max_counts bigint[], seconds integer[], as_of timestamptz)
  returns integer
  language plpgsql security definer set search_path from current
  as $$
    declare wait_seconds integer;
    begin
      with wanted as (
        select * from unnest(keys, max_counts, seconds) as wanted (key, max_counts, seconds)
      ), counted as (
        insert into rate_limit_counter as counter (key, count, until)
        select wanted.key, 1, as_of + make_interval(secs => wanted.seconds) from wanted order by wanted.key
        on conflict (key) do update set
          count = case when counter.until > as_of then counter.count else 0 end + 1,
          until = case when counter.until > as_of then counter.until else excluded.until end
        returning key, count, until
      )
      select max(greatest(1, ceil(extract(epoch from counted.until - as_of)))) into wait_seconds
      from counted join wanted on wanted.key = counted.key where counted.count > wanted.max_counts;
      return wait_seconds;
    exception when others then
      raise warning 'An attempt could not be counted: %', sqlerrm;
      return null;
    end
  $$;

grant execute on function
  company_versions, delete_expired_idempotency_keys, complete_command, consume_rate_limits
  to rigwright_app;
