-- Keys that carry their time (UUIDs of version 7) are kept longer: what was pressed without a connection comes late. One
-- whose own time is older than that is refused, so a key is kept until then even if the client's clock was ahead.

-- What the hourly deletion looks for, without reading those that are kept longer.
create index idempotency_key_untimed on idempotency_key (at) where substr(key::text, 15, 1) <> '7';

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

-- For the servers of the version before, during an upgrade.
create or replace function delete_expired_idempotency_keys(before timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  begin
    perform delete_expired_idempotency_keys(before, before - interval '83 days');
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function delete_expired_idempotency_keys(timestamptz, timestamptz) owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function delete_expired_idempotency_keys(timestamptz, timestamptz) from public;
grant execute on function delete_expired_idempotency_keys(timestamptz, timestamptz) to rigwright_app, rigwright_definer;
