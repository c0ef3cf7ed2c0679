-- The checks before a command answer instead of raising: PostgreSQL writes each error to its log, and a phone that sends
-- a command again is expected. The raising functions stay for the servers of the version before, during an upgrade.

-- Whether no response is stored under this key. Takes the key's lock first, so a repeat sent at the same moment waits here
-- until the first has committed, and then finds its response. Volatile, so that it sees what was committed meanwhile.
create function is_new_idempotency_key(key_company uuid, key_actor text, request_key uuid) returns boolean
  language plpgsql volatile security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'key', key_company, key_actor, request_key), 0));
    perform from idempotency_key where company_id = key_company and actor = key_actor and key = request_key;
    return not found;
  end $$;

-- Whether the session and its account are still as they were looked up. A command locks its account and company first.
create function is_current_session(
    session_token text, as_of timestamptz, used_after timestamptz, account uuid, account_name text, session_id uuid,
    own_company uuid, company_time_zone text, service_writer boolean, technician boolean)
  returns boolean
  language plpgsql volatile security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    if current_setting('transaction_read_only') = 'off' then
      perform lock_account_shared(own_company, coalesce(own_company, account)),
        lock_account_shared(own_company, account);
    end if;
    perform from auth_session active
      join auth_user u on u.id = active.user_id left join account_company a on a.account_id = u.id
      where active.token = session_token and active.id = session_id
        -- Times of JavaScript are whole milliseconds: a session that ends at this very one has ended.
        and date_trunc('milliseconds', active.expires_at) > as_of and active.updated_at > used_after
        and u.id = account and u.name = account_name and a.company is not distinct from own_company;
    if found and own_company = account then
      perform from company c
        where c.company_id = own_company and c.time_zone = company_time_zone and c.suspended_at is null;
    elsif found and own_company is not null then
      perform from employee e join company c on c.company_id = e.company_id
        where e.company_id = own_company and e.employee_id = account and e.deactivated_at is null
          and e.is_service_writer = service_writer and e.is_technician = technician and c.time_zone = company_time_zone
          and c.suspended_at is null;
    end if;
    return found;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function is_new_idempotency_key owner to rigwright_definer;
alter function is_current_session owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function is_new_idempotency_key, is_current_session from public;
