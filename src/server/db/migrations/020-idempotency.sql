-- The response to a command under the key that came with it: the same command twice takes effect once. Keys belong to
-- their actor and are kept for seven days.
create table answer (
  actor text not null,
  key uuid not null,
  command text not null,
  body_hash text not null,
  answer jsonb,
  at timestamptz not null,
  primary key (actor, key)
);
create index answer_at on answer (at);
alter table answer enable row level security, force row level security;
create policy own_answers on answer to rigwright_app using (actor = app_actor()) with check (actor = app_actor());
create policy keeper on answer for select to rigwright_keeper using (true);
create policy reach on answer for delete to rigwright_reach using (true);
create policy leaving on answer for delete to rigwright_reach using (true);
create policy reach_old on answer for select to rigwright_reach using (true);
grant select, insert, update on answer to rigwright_app;
grant select, select (actor), delete on answer to rigwright_reach;

-- Claims a key for a command, with its response if that is already known. A second request with the same key waits for
-- the first and is refused by the primary key.
create function claim_answer(whose text, wish uuid, of_command text, body text, given jsonb, moment timestamptz)
  returns void language plpgsql set enable_seqscan = off
  as $$
  begin
    insert into answer (actor, key, command, body_hash, answer, at)
      values (whose, wish, of_command, body, given, moment);
  end $$;

revoke all on function claim_answer from public;
grant execute on function claim_answer to rigwright_app;

create function forget_old_answers(before timestamptz) returns void
  language sql security definer set search_path from current
  as $$ delete from answer where at < before $$;

alter function forget_old_answers owner to rigwright_reach;
revoke all on function forget_old_answers from public;
grant execute on function forget_old_answers to rigwright_app;
