-- What the role of pieces of work could do too much of: make an account for an email that no letter went to, and be
-- taken for a founder by any account of no company. And what phones are told of: by which key, and in whose hands.

-- Those who run the platform, in lower case, as FOUNDERS says at the start of a server (database/founder-emails.ts).
create table founder_email (email text primary key);
grant select on founder_email to rigwright_reach;

-- As in 028, and the email is a founder's.
create or replace function founder_holding(held uuid) returns table (account uuid, name text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    return query
      select u.id, u.name from auth_session s join auth_user u on u.id = s.user_id
      where s.id = held and s.expires_at > now() and u.email_verified
        and exists (select from founder_email f where f.email = lower(u.email))
        and not exists (select from account_company a where a.account_id = u.id);
    if not found then
      raise exception 'This session is no founder''s.' using errcode = 'insufficient_privilege';
    end if;
  end $$;

-- Keeps a link to join and writes the letter that brings it: `fresh`, where {token} becomes the link's words, or
-- `taken` to whoever has an account. The words are made here and leave by that letter alone: no piece of work has
-- them, or learns which of the two was written.
create function write_join_letter(new_letter uuid, message text, join_email text, fresh jsonb, taken jsonb,
                                  moment timestamptz, until timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    -- 192 bits, of two random ids with 244.
    words text := translate(encode(substring(
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 24), 'base64'), '+/', '-_');
    link text := translate(rtrim(
      encode(sha256(convert_to('join:' || words, 'UTF8')), 'base64'), '='), '+/', '-_');
    said jsonb := fresh;
  begin
    -- What else is kept beside it is of accounts, by their ids: those are no emails.
    if join_email not like '%_@_%' then
      raise exception 'This is no email.' using errcode = 'check_violation';
    end if;
    insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
      values (link, join_email, until, moment, moment);
    perform from auth_user u where u.email = join_email;
    if found then
      said := taken;
    end if;
    insert into letter (letter_id, recipient, subject, text, message_id, at, next_try)
      values (new_letter, join_email, said ->> 'subject', replace(said ->> 'text', '{token}', words), message,
              moment, moment);
  end $$;
grant insert on letter to rigwright_reach;

-- An account of no company under the email that this link was sent to, which is its answer; null for one that opens
-- nothing. Neither this link nor any other that was sent there opens anything afterwards. A unique violation where
-- somebody has the email.
create function create_joined_account(link text, account uuid, account_name text, password_hash text,
                                      moment timestamptz) returns text
  language plpgsql security definer set search_path from current
  as $$
  declare joined text;
  begin
    delete from auth_verification v
      where v.identifier = link and v.value like '%_@_%' and v.expires_at > moment
      returning v.value into joined;
    if joined is null then
      return null;
    end if;
    delete from auth_verification v where v.value = joined;
    insert into auth_user (id, name, email, email_verified, created_at, updated_at)
      values (account, account_name, joined, true, moment, moment);
    insert into auth_credential (id, user_id, account_id, provider_id, password, created_at, updated_at)
      values (gen_random_uuid(), account, account::text, 'credential', password_hash, moment, moment);
    return joined;
  end $$;

-- As in 028, and the rig that the entry leaves is nobody's again, where the pool had its customer from that ticket
-- alone: no other visit of theirs is left in its history, and nobody holds it.
create or replace function correct_vin(held uuid, new_deed uuid, moment timestamptz, of_company uuid, of_ticket integer,
                                       was text, becomes text, told jsonb) returns boolean
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    founder record;
    entry work_history;
    learnt uuid;
    claimed uuid;
    visit record;
    is_theirs boolean;
  begin
    select * into founder from founder_holding(held);
    if becomes = was or becomes !~ '^[A-Z0-9-]{1,17}$' then
      raise exception 'An entry cannot be moved there.' using errcode = 'check_violation';
    end if;
    -- Whoever changes whose a rig is holds its row first.
    perform from rig r where r.vin = was for update;
    delete from work_history h where h.vin = was and h.company_id = of_company and h.ticket_id = of_ticket
      returning * into entry;
    if not found then
      return false;
    end if;
    insert into work_history (vin, company_id, ticket_id, completed_timestamp, time_zone, technician, total_balance, work)
      values (becomes, entry.company_id, entry.ticket_id, entry.completed_timestamp, entry.time_zone,
              entry.technician, entry.total_balance, entry.work);
    -- Whoever claimed the other rig by this very paper never had it.
    update rig_claim c set ended_at = moment, ended_how = 'corrected', transfer_hash = null, transfer_until = null
      where c.vin = was and c.from_company = of_company and c.from_ticket = of_ticket and c.ended_at is null
      returning c.account_id into claimed;
    select t.customer_uuid into learnt from ticket t where t.company_id = of_company and t.ticket_id = of_ticket;
    perform from rig_claim c where c.vin = was and c.ended_at is null;
    is_theirs := found;
    -- One visit after the other: they may lie on different machines.
    for visit in select h.company_id, h.ticket_id from work_history h where h.vin = was loop
      exit when is_theirs;
      perform from ticket t where t.company_id = visit.company_id and t.ticket_id = visit.ticket_id
        and t.customer_uuid in (learnt, claimed);
      is_theirs := found;
    end loop;
    perform from work_history h where h.vin = was;
    -- Visits of others that are left are nobody's to open whole: then the rig is assigned to somebody without a record.
    if not is_theirs then
      update rig r set assigned = found, customer_uuid = of_company
        where r.vin = was and r.assigned and r.customer_uuid in (learnt, claimed);
    end if;
    insert into deed (deed_id, at, actor, actor_name, actor_kind, verb, company_uuid, ticket_id, vin, detail)
      values (new_deed, moment, founder.account, founder.name, 'founder', 'history.correct-vin', of_company, of_ticket,
              becomes, told || jsonb_build_object('before', was, 'after', becomes));
    return true;
  end $$;
grant select (customer_uuid) on ticket to rigwright_reach;
grant select on rig to rigwright_reach;
grant update (assigned, customer_uuid) on rig to rigwright_reach;

-- The key of the house that a browser asked under: a maker takes news of no other. Null of phones from before.
alter table push_subscription add column server_key text;
-- Whose service it goes to, and until when one server has it in hand: another leaves the same phone alone until then.
alter table push_note
  add column service text not null default '',
  add column held_until timestamptz;

do $$
declare signature text;
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  foreach signature in array array[
    'write_join_letter(uuid, text, text, jsonb, jsonb, timestamptz, timestamptz)',
    'create_joined_account(text, uuid, text, text, timestamptz)']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
  -- They take any email, and any link that a piece of work makes up. A server of the version before makes no
  -- account of no company while this one starts; they go in a later release.
  foreach signature in array array[
    'create_rv_owner(uuid, text, text, text, timestamptz)', 'begin_join(text, text, timestamptz, timestamptz)',
    'take_join(text, timestamptz)']
  loop
    execute format('revoke execute on function %s from rigwright_app', signature);
  end loop;
end $$;
