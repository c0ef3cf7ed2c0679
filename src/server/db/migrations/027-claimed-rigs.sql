-- Rigs that somebody with an account holds. A claim that stands opens the insides of the rig's visits to its holder;
-- one that ended stays, so that it is known how a rig came from one to the next.
create table rig_claim (
  claim_id uuid primary key,
  vin text not null,
  account_id uuid not null references auth_user on delete cascade,
  claimed_at timestamptz not null,
  how text not null check (how in ('code', 'transfer')),
  from_company uuid not null,
  from_ticket integer not null,
  opened_from timestamptz,
  transfer_hash text,
  transfer_until timestamptz,
  ended_at timestamptz,
  ended_how text check (ended_how in ('transfer', 'let-go', 'corrected')),
  check ((ended_at is null) = (ended_how is null)),
  check ((transfer_hash is null) = (transfer_until is null))
);
comment on column rig_claim.opened_from is 'visits before this stay as the public sees them; null: all are open';
comment on column rig_claim.transfer_hash is 'of the code that hands the rig on; the code itself is kept nowhere';
create unique index rig_claim_standing on rig_claim (vin) where ended_at is null;
create index rig_claim_of on rig_claim (account_id) where ended_at is null;
create index rig_claim_past on rig_claim (vin) where ended_at is not null;

-- A link by which a buyer reads what its holder reads, without who that is.
create table rig_report (
  report_id uuid primary key,
  claim_id uuid not null references rig_claim on delete cascade,
  vin text not null,
  account_id uuid not null,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index rig_report_of on rig_report (claim_id, made_at desc);

-- What a holder says of a visit: one note and one dispute. They stay with the rig when it goes to somebody else.
create table rig_note (
  vin text not null,
  company_uuid uuid not null,
  ticket_id integer not null,
  claim_id uuid not null,
  kind text not null check (kind in ('note', 'dispute')),
  account_id uuid not null,
  words text not null,
  written_at timestamptz not null,
  primary key (vin, company_uuid, ticket_id, claim_id, kind)
);
create index rig_note_disputes on rig_note (written_at desc, vin) where kind = 'dispute';

do $$
declare name text;
begin
  foreach name in array array['rig_claim', 'rig_report', 'rig_note']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_account on %I to rigwright_app
      using (account_id::text = (select app_actor())) with check (account_id::text = (select app_actor()))', name);
    execute format('create policy keeper on %I for select to rigwright_keeper using (true)', name);
    execute format('grant select, insert, update on %I to rigwright_app', name);
    execute format('create policy reach on %I to rigwright_reach using (true) with check (true)', name);
    execute format('grant select on %I to rigwright_reach', name);
  end loop;
end $$;
grant delete on rig_note to rigwright_app;
grant insert, update on rig_claim to rigwright_reach;
create policy rig_reach on customer for select to rigwright_reach using (true);
create policy rig_reach on photo for select to rigwright_reach using (true);
create policy rig_reach on job for select to rigwright_reach using (true);
grant select on customer, photo, job to rigwright_reach;

-- Whose a rig is, as somebody may be told: nobody's, their own or another's. `is_offered`: a code of this hash hands
-- it over at this moment. `was_let_go`: somebody else held it once and let it go.
create function claim_standing(asked text, hash text, moment timestamptz)
  returns table (whose text, is_offered boolean, was_let_go boolean)
  language sql stable security definer set search_path from current
  as $$
    select case when c.claim_id is null then 'nobody'
                when c.account_id::text = app_actor() then 'mine' else 'another' end,
           coalesce(c.transfer_hash = hash and c.transfer_until > moment, false),
           exists (select from rig_claim past where past.vin = asked and past.ended_how = 'let-go'
                   and past.account_id::text <> app_actor())
    from (values (1)) as once
    left join rig_claim c on c.vin = asked and c.ended_at is null
  $$;

-- Hands a rig over to whoever is at work, where the code is one that its holder gave: the old claim ends, and the
-- new one opens what that one opened. Answers whether it did.
create function take_over_rig(asked text, hash text, moment timestamptz, new_claim uuid) returns boolean
  language plpgsql security definer set search_path from current
  as $$
  declare old rig_claim%rowtype;
  begin
    update rig_claim c set ended_at = moment, ended_how = 'transfer', transfer_hash = null, transfer_until = null
      where c.vin = asked and c.ended_at is null and c.transfer_hash = hash and c.transfer_until > moment
        and c.account_id::text <> app_actor()
      returning * into old;
    if old.claim_id is null then
      return false;
    end if;
    insert into rig_claim (claim_id, vin, account_id, claimed_at, how, from_company, from_ticket, opened_from)
      values (new_claim, asked, app_actor()::uuid, moment, 'transfer', old.from_company, old.from_ticket,
              old.opened_from);
    return true;
  end $$;

-- Who holds a rig, for the company that has just served it: whether anybody does, and their account where their
-- confirmed email is the one on its ticket.
create function rig_holder(asked text, typed_email text) returns table (is_held boolean, account uuid)
  language sql stable security definer set search_path from current
  as $$
    select true, u.id
    from rig_claim c left join auth_user u
      on u.id = c.account_id and u.email_verified and lower(u.email) = lower(typed_email)
    where c.vin = asked and c.ended_at is null and app_company() is not null
  $$;

-- Who holds a rig, as they let every company that takes it in be told; nobody who claimed it by a ticket alone.
create function shared_contact(asked text)
  returns table (first_name text, last_name text, email text, phone text, address text,
                 latitude float8, longitude float8)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare holder uuid := (
    select c.account_id from rig_claim c where c.vin = asked and c.ended_at is null and c.opened_from is null);
  begin
    if holder is not null and app_company() is not null then
      return query select k.first_name, k.last_name, k.email, k.phone, k.address, k.latitude, k.longitude
        from customer k where k.customer_uuid = holder and k.shares_contact;
    end if;
  end $$;

-- The claim by which somebody reads a rig: their own, or that of a report which stands at this moment.
create function rig_key(asked text, report uuid, moment timestamptz)
  returns table (claim_id uuid, opened_from timestamptz)
  language sql stable security definer set search_path from current
  as $$
    select c.claim_id, c.opened_from from rig_claim c
      where report is null and c.vin = asked and c.ended_at is null and c.account_id::text = app_actor()
    union all
    select c.claim_id, c.opened_from from rig_report r
      join rig_claim c on c.claim_id = r.claim_id and c.account_id = r.account_id
      where r.report_id = report and r.vin = asked and r.revoked_at is null and r.ends_at > moment
        and c.vin = asked and c.ended_at is null
  $$;

-- Everything that whoever has the key reads of a rig, newest first: its visits, with their insides where they are
-- open to them, who did them, the photos and the notes of those. Null without a key. Money is whole cents.
create function rig_record(asked text, report uuid, moment timestamptz, most integer) returns jsonb
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    key record;
    visits jsonb;
    companies uuid[];
    open_companies uuid[];
    open_tickets integer[];
    names jsonb;
    photos jsonb;
    notes jsonb;
  begin
    select * into key from rig_key(asked, report, moment);
    if not found then
      return null;
    end if;
    select jsonb_agg(jsonb_build_object(
             'companyUUID', h.company_id, 'ticketId', h.ticket_id, 'timeZone', h.time_zone,
             'completedTimestamp', to_char(h.completed_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'technician', h.technician, 'totalBalance', h.total_balance, 'isOpen', h.is_open,
             'work', case when h.is_open then h.work else '[]'::jsonb end)
             order by h.completed_timestamp desc, h.ticket_id desc),
           array_agg(distinct h.company_id),
           array_agg(h.company_id order by h.completed_timestamp desc, h.ticket_id desc) filter (where h.is_open),
           array_agg(h.ticket_id order by h.completed_timestamp desc, h.ticket_id desc) filter (where h.is_open)
      into visits, companies, open_companies, open_tickets
      from (select w.*, key.opened_from is null or w.completed_timestamp >= key.opened_from as is_open
            from work_history w where w.vin = asked
            order by w.completed_timestamp desc, w.ticket_id desc limit most) h;
    select jsonb_object_agg(c.company_id, c.company_name) into names
      from company c where c.company_id = any(companies);
    select jsonb_agg(jsonb_build_object(
             'companyUUID', p.company_id, 'ticketId', p.ticket_id, 'photoId', p.photo_id, 'problem', j.problem,
             'moment', p.moment, 'width', p.width, 'height', p.height)
             order by p.job_number, p.position)
      into photos
      from photo p
      join job j on j.company_id = p.company_id and j.ticket_id = p.ticket_id and j.job_number = p.job_number
      join unnest(open_companies, open_tickets) as visit (company_id, ticket_id)
        on visit.company_id = p.company_id and visit.ticket_id = p.ticket_id
      where p.company_id = any(companies) and j.answer <> 'declined';
    select jsonb_agg(jsonb_build_object(
             'companyUUID', n.company_uuid, 'ticketId', n.ticket_id, 'kind', n.kind, 'words', n.words,
             'writtenAt', to_char(n.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'isMine', n.claim_id = key.claim_id)
             order by n.written_at, n.kind desc)
      into notes
      from rig_note n
      join unnest(open_companies, open_tickets) as visit (company_id, ticket_id)
        on visit.company_id = n.company_uuid and visit.ticket_id = n.ticket_id
      where n.vin = asked;
    return jsonb_build_object('visits', coalesce(visits, '[]'), 'names', coalesce(names, '{}'),
                              'photos', coalesce(photos, '[]'), 'notes', coalesce(notes, '[]'));
  end $$;

-- Where a photo of an open visit lies; nothing where it is none of the rig's, or not open to whoever asks.
create function rig_photo(asked text, report uuid, moment timestamptz, of_company uuid, asked_photo uuid)
  returns table (ticket_id integer, booking_id uuid)
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    key record;
    found_photo record;
  begin
    select * into key from rig_key(asked, report, moment);
    if not found then
      return;
    end if;
    select p.ticket_id as ticket, p.booking_id as booking into found_photo
      from photo p
      join job j on j.company_id = p.company_id and j.ticket_id = p.ticket_id and j.job_number = p.job_number
      where p.company_id = of_company and p.photo_id = asked_photo and j.answer <> 'declined';
    if not found then
      return;
    end if;
    perform from work_history w
      where w.vin = asked and w.company_id = of_company and w.ticket_id = found_photo.ticket
        and (key.opened_from is null or w.completed_timestamp >= key.opened_from);
    if found then
      return query select found_photo.ticket, found_photo.booking;
    end if;
  end $$;

-- Of which rig a report is, and until when, as long as it stands.
create function standing_report(report uuid, of_claim uuid, moment timestamptz)
  returns table (vin text, made_at timestamptz, ends_at timestamptz, opened_from timestamptz)
  language sql stable security definer set search_path from current
  as $$
    select r.vin, r.made_at, r.ends_at, c.opened_from from rig_report r
    join rig_claim c on c.claim_id = r.claim_id and c.account_id = r.account_id
    where r.report_id = report and r.claim_id = of_claim and r.revoked_at is null and r.ends_at > moment
      and c.ended_at is null
  $$;

-- What holders dispute, newest first, for those who run the platform: nobody's name is in it.
create function open_disputes(before timestamptz, most integer)
  returns table (vin text, company_uuid uuid, ticket_id integer, words text, written_at timestamptz)
  language sql stable security definer set search_path from current
  as $$
    select n.vin, n.company_uuid, n.ticket_id, n.words, n.written_at from rig_note n
    where n.kind = 'dispute' and n.written_at < before
    order by n.written_at desc, n.vin limit most
  $$;

do $$
declare signature text;
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  foreach signature in array array[
    'claim_standing(text, text, timestamptz)',
    'take_over_rig(text, text, timestamptz, uuid)', 'rig_holder(text, text)', 'shared_contact(text)',
    'rig_key(text, uuid, timestamptz)', 'rig_record(text, uuid, timestamptz, integer)',
    'rig_photo(text, uuid, timestamptz, uuid, uuid)', 'standing_report(uuid, uuid, timestamptz)',
    'open_disputes(timestamptz, integer)']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
