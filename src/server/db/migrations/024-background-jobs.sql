-- What runs in the background, when it ran and runs next, and its last error: one row for each job, for all servers
-- together. A server that leases a job moves next_run_at to the end of its lease.
create table background_job (
  name text primary key,
  last_run_at timestamptz,
  last_succeeded_at timestamptz,
  next_run_at timestamptz,
  failures integer not null default 0,
  last_error text
);
comment on column background_job.next_run_at is 'null for a queue, which is worked when something is due in it';
comment on column background_job.failures is 'in a row; 0 after a success';
grant select on background_job to rigwright_definer;

-- The jobs as founders see them.
create function founder_background_jobs(founder_session uuid)
  returns table (name text, last_run_at timestamptz, last_succeeded_at timestamptz, next_run_at timestamptz,
                 failures integer, last_error text)
  language plpgsql stable security definer set search_path from current
  as $$
  begin
    perform assert_founder(founder_session);
    return query
      select b.name, b.last_run_at, b.last_succeeded_at, b.next_run_at, b.failures, b.last_error
      from background_job b;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function founder_background_jobs owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function founder_background_jobs from public;
grant execute on function founder_background_jobs to rigwright_app;
