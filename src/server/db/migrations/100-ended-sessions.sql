-- What ends at this very moment has ended. The moment is a time of JavaScript, in whole milliseconds; a time that PostgreSQL
-- wrote has microseconds, and would otherwise seem to end later within the same one.
create function has_ended(ends_at timestamptz, as_of timestamptz) returns boolean
  language sql stable
  as $$ select date_trunc('milliseconds', ends_at) <= as_of $$;

-- Whose session this is, if it is valid at `as_of` and was last used after `used_after`. The account comes first, which
-- any machine of a cluster knows, then its role, which only the company's machine knows.
create or replace function find_session(session_token text, as_of timestamptz, used_after timestamptz)
  returns table (id uuid, name text, session_id uuid, kind text, company_id uuid, time_zone text,
                 is_service_writer boolean, is_technician boolean)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare found_session record;
  begin
    select u.id, u.name, active.id as session into found_session
      from auth_session active join auth_user u on u.id = active.user_id
      where active.token = session_token and not has_ended(active.expires_at, as_of) and active.updated_at > used_after;
    if found then
      return query
        select found_session.id, found_session.name, found_session.session,
               s.kind, s.company_id, s.time_zone, s.is_service_writer, s.is_technician
        from (values (1)) as once left join account_membership(found_session.id) s on true;
    end if;
  end $$;

-- Whether the session and its account are still as they were looked up. A command locks its account and company first.
create or replace function is_current_session(
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
        and not has_ended(active.expires_at, as_of) and active.updated_at > used_after
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
