-- A command locks its own account and company until it commits. Deactivating, deleting or suspending them waits for these
-- commands, and later ones see that they are gone. The locks are in memory: no row is written. Their keys begin with the
-- company, so that no company can lock another's accounts.

create function lock_account_shared(of_company uuid, account uuid) returns void
  language sql volatile
  as $$ select pg_advisory_xact_lock_shared(hashtextextended(concat_ws(' ', 'account', of_company, account), 0)) $$;

create function lock_account(of_company uuid, account uuid) returns void
  language sql volatile
  as $$ select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'account', of_company, account), 0)) $$;

-- As before, but a command takes the locks first, and an account without a company is checked too: RV owners and
-- founders. Volatile, so that it sees what was committed while it waited.
create or replace function assert_session(
    session_token text, as_of timestamptz, used_after timestamptz, account uuid, account_name text, session_id uuid,
    own_company uuid, company_time_zone text, service_writer boolean, technician boolean)
  returns void
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
        and active.expires_at > as_of and active.updated_at > used_after
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
    if not found then
      raise exception 'The session or its account has changed.' using errcode = 'RW001';
    end if;
  end $$;
