-- The response to a command under the key that came with it: the same command twice takes effect once. Keys belong to
-- their actor and are kept for seven days.
create table idempotency_key (
  actor text not null,
  key uuid not null,
  command text not null,
  body_hash text not null,
  response jsonb,
  at timestamptz not null,
  primary key (actor, key)
);
create index idempotency_key_at on idempotency_key (at);
alter table idempotency_key enable row level security, force row level security;
create policy own_keys on idempotency_key to rigwright_app using (actor = app_actor()) with check (actor = app_actor());
create policy backup on idempotency_key for select to rigwright_backup using (true);
create policy definer_delete on idempotency_key for delete to rigwright_definer using (true);
create policy definer_delete_own on idempotency_key for delete to rigwright_definer using (true);
create policy definer_select on idempotency_key for select to rigwright_definer using (true);
grant select, insert, update on idempotency_key to rigwright_app;
grant select, select (actor), delete on idempotency_key to rigwright_definer;

create function delete_expired_idempotency_keys(before timestamptz) returns void
  language sql security definer set search_path from current
  as $$ delete from idempotency_key where at < before $$;

alter function delete_expired_idempotency_keys owner to rigwright_definer;
revoke all on function delete_expired_idempotency_keys from public;
grant execute on function delete_expired_idempotency_keys to rigwright_app;
