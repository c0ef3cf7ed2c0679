-- The same schema on one PostgreSQL and on a Citus cluster (src/server/db/citus-distribution.ts). On distributed tables,
-- Citus takes no policy with a subquery, plans no function in SQL, and inserts no rows of a query under row-level
-- security.

do $$
declare
  policy record;
  plain constant text := '\1';
  wrapped constant text := '\( *SELECT (app_company\(\)|app_actor\(\)) AS app_\w+ *\)';
begin
  for policy in
    select p.tablename, p.policyname, p.qual, p.with_check from pg_policies p
    where p.schemaname = current_schema() and (p.qual ~ wrapped or p.with_check ~ wrapped)
  loop
    execute format('alter policy %I on %I', policy.policyname, policy.tablename)
      || coalesce(' using (' || regexp_replace(policy.qual, wrapped, plain, 'g') || ')', '')
      || coalesce(' with check (' || regexp_replace(policy.with_check, wrapped, plain, 'g') || ')', '');
  end loop;
end $$;

-- A unique key of a distributed table names its company; an employee's id is an account id, which is unique anyway.
create index employee_by_account on employee (employee_id);
drop index employee_account;
-- It looked for a ticket, which lies elsewhere; the policy named_customer opens the record that a request named after it
-- found a ticket.
drop policy known_customer on customer;

-- The functions below do what they did before, unless their comments say otherwise.

-- What looks across companies: `among` these, or among all with null. While a machine of a cluster is away, the server
-- asks for the companies of the others. The functions without it are for servers of the version before.
create function due_plans(as_of timestamptz, among uuid[])
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select distinct p.company_id, p.ticket_id, c.time_zone
      from planned_assignment p join company c on c.company_id = p.company_id
      -- The first condition uses the index: it is later than that nowhere on earth.
      where p.date <= (as_of at time zone 'UTC' + interval '14 hours')::date
        and p.date <= (as_of at time zone c.time_zone)::date
        and (among is null or p.company_id = any(among));
  end $$;

create or replace function company_versions(companies uuid[]) returns table (company_id uuid, version bigint)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query select v.company_id, v.version from company_version v where v.company_id = any(companies);
  end $$;

create function unconfirmed_bookings(before timestamptz, among uuid[])
  returns table (company_id uuid, booking_id uuid)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select b.company_id, b.booking_id from booking b
      where b.ticket_id is null and b.booked_at < before and (among is null or b.company_id = any(among));
  end $$;

create function unreminded_appointments(after timestamptz, before timestamptz, among uuid[])
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select b.company_id, b.ticket_id, c.time_zone
      from booking b
        join ticket t on t.company_id = b.company_id and t.ticket_id = b.ticket_id
        join company c on c.company_id = b.company_id
      where b.reminded_at is null and b.wanted_at > after and b.wanted_at < before
        and t.state in ('active', 'approval') and c.suspended_at is null
        and (among is null or b.company_id = any(among));
  end $$;

create function unread_messages(as_of timestamptz, among uuid[])
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select distinct m.company_id, m.ticket_id, c.time_zone
      from ticket_message m join company c on c.company_id = m.company_id
      where m.email_due_at <= as_of and c.suspended_at is null and (among is null or m.company_id = any(among));
  end $$;

create function due_notices(as_of timestamptz, among uuid[])
  returns table (company_id uuid, time_zone text, is_confirmed boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select due.company_id, due.time_zone, u.email_verified
      from (
        select distinct c.company_id, c.time_zone
        from owner_notice n join company c on c.company_id = n.company_id
        where n.due_at <= as_of and c.suspended_at is null and (among is null or n.company_id = any(among))
      ) as due join auth_user u on u.id = due.company_id;
  end $$;

create function badges_to_recalculate(since timestamptz, among uuid[]) returns table (company_id uuid)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select coalesce(badge.company_id, earned.company_id)
      from (
        select c.company_id from company c where c.trusted and (among is null or c.company_id = any(among))
      ) as badge
      full join (
        select r.company_id from review r
        where r.removed_at is null and r.written_at >= since and (among is null or r.company_id = any(among))
        group by r.company_id having count(*) >= 10 and sum(r.stars) * 2 >= count(*) * 9
      ) as earned on earned.company_id = badge.company_id
      where badge.company_id is null or earned.company_id is null;
  end $$;

create function ratings_to_recalculate(since timestamptz, among uuid[]) returns table (company_id uuid)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select d.company_id from directory d left join (
        select r.company_id, count(*) as counted, sum(r.stars) as stars from review r
        where r.removed_at is null and r.written_at >= since and (among is null or r.company_id = any(among))
        group by r.company_id
      ) as told on told.company_id = d.company_id
      where (among is null or d.company_id = any(among))
        and (d.rating_count, d.rating_sum) <> (coalesce(told.counted, 0), coalesce(told.stars, 0));
  end $$;

create or replace function delete_expired_idempotency_keys(before timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  begin
    delete from idempotency_key where at < before;
  end $$;

-- An account's keys are its own, as it has no company.
create or replace function delete_own_account(password_hash text) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    own_id uuid := app_actor()::uuid;
    own_email text := lock_own_account(password_hash);
  begin
    if own_email is null then
      raise exception 'The account cannot be deleted.' using errcode = 'insufficient_privilege';
    end if;
    delete from auth_verification v where v.value in (own_id::text, own_email);
    delete from idempotency_key k where k.company_id = own_id;
    delete from customer c where c.customer_uuid = own_id;
    delete from sign_in s where s.account = own_id and s.company_id is null;
    update platform_audit d set actor_name = 'Deleted account' where d.actor = own_id and d.actor_kind = 'rv-owner';
    delete from auth_user u where u.id = own_id;
  end $$;

create or replace function delete_ended_push_subscriptions(ended timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  begin
    delete from push_subscription s using ticket t
      where t.company_id = s.company_id and t.ticket_id = s.ticket_id
        and t.state in ('recorded', 'declined') and t.transitioned_at <= ended;
  end $$;

create or replace function open_disputes(before timestamptz, max_rows integer)
  returns table (vin text, company_uuid uuid, ticket_id integer, words text, written_at timestamptz)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select n.vin, n.company_uuid, n.ticket_id, n.words, n.written_at from rig_note n
      where n.kind = 'dispute' and n.written_at < before
      order by n.written_at desc, n.vin limit max_rows;
  end $$;

create or replace function ticket_disputes(rig_vin text, of_ticket integer)
  returns table (words text, written_at timestamptz, is_held boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare of_company uuid := app_company();
  begin
    return query
      select n.words, n.written_at, c.claim_id is not null and c.ended_at is null
      from rig_note n left join rig_claim c on c.claim_id = n.claim_id
      where n.vin = rig_vin and n.company_uuid = of_company and n.ticket_id = of_ticket and n.kind = 'dispute'
      order by n.written_at desc, n.claim_id;
  end $$;

create or replace function own_tickets(after_at timestamptz, after_company uuid, after_ticket integer, max_rows integer)
  returns table (company_id uuid, ticket_id integer, transitioned_at timestamptz)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare confirmed_email text := own_email();
  begin
    return query
      select t.company_id, t.ticket_id, t.transitioned_at from ticket t
      where lower(t.email) = confirmed_email
        and (after_at is null
             or (t.transitioned_at, t.company_id, t.ticket_id) < (after_at, after_company, after_ticket))
      order by t.transitioned_at desc, t.company_id desc, t.ticket_id desc
      limit max_rows;
  end $$;

-- Whether this is the account of an employee of this company. Accounts say so alone: a command that has just changed the
-- employee's row asks too, and on a cluster another role cannot see what its transaction has written.
create or replace function is_own_employee(account uuid) returns boolean
  language plpgsql stable security definer set search_path from current
  as $$ begin
    perform from account_company a
      where a.account_id = account and a.company = app_company() and a.account_id <> a.company;
    return found;
  end $$;

-- Signs out everybody in a company that this transaction suspends: it cannot see that here, for the same reason.
create or replace function end_company_sessions(founder_session uuid, of_company uuid) returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    delete from auth_session s using account_company a where a.company = of_company and s.user_id = a.account_id;
  end $$;

-- Adds the rig to which correct_vin moved an entry, under the same role; a known one stays unchanged.
grant insert on rig to rigwright_definer;

create function add_corrected_rig(
    founder_session uuid, rig_vin text, rig_make text, rig_model text, rig_year text, axles text, of_company uuid,
    as_of timestamptz)
  returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    insert into rig (vin, make, model, year, axle_amount, customer_uuid, assigned, added_at)
      values (rig_vin, rig_make, rig_model, rig_year, axles, of_company, false, as_of)
      on conflict do nothing;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function due_plans(timestamptz, uuid[]) owner to rigwright_definer;
alter function unconfirmed_bookings(timestamptz, uuid[]) owner to rigwright_definer;
alter function unreminded_appointments(timestamptz, timestamptz, uuid[]) owner to rigwright_definer;
alter function unread_messages(timestamptz, uuid[]) owner to rigwright_definer;
alter function due_notices(timestamptz, uuid[]) owner to rigwright_definer;
alter function badges_to_recalculate(timestamptz, uuid[]) owner to rigwright_definer;
alter function ratings_to_recalculate(timestamptz, uuid[]) owner to rigwright_definer;
alter function add_corrected_rig owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function
  due_plans(timestamptz, uuid[]), unconfirmed_bookings(timestamptz, uuid[]),
  unreminded_appointments(timestamptz, timestamptz, uuid[]), unread_messages(timestamptz, uuid[]),
  due_notices(timestamptz, uuid[]), badges_to_recalculate(timestamptz, uuid[]),
  ratings_to_recalculate(timestamptz, uuid[]), add_corrected_rig
  from public;
grant execute on function add_corrected_rig to rigwright_app;
