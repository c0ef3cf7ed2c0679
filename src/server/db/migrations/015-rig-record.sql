-- A link by which a buyer reads what the rig's owner reads, without learning who that is.
create table rig_report (
  report_id uuid primary key,
  claim_id uuid not null references rig_claim on delete cascade,
  vin text not null,
  account_id uuid not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index rig_report_claim on rig_report (claim_id, created_at desc);
select declare_protected_table('rig_report', app => 'select, insert, update', definer => 'select');
create policy own_account on rig_report to rigwright_app
  using (account_id::text = app_actor()) with check (account_id::text = app_actor());

-- What an owner says about a visit: one note and one dispute. They stay with the rig when it gets another owner.
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
select declare_protected_table(
  'rig_note',
  app => 'select, insert, update, delete',
  definer => 'select, insert, delete'
);
create policy own_account on rig_note to rigwright_app
  using (account_id::text = app_actor()) with check (account_id::text = app_actor());

-- The claim by which the actor reads a rig: their own, or that of a valid report.
create function rig_access(rig_vin text, report uuid, as_of timestamptz)
  returns table (claim_id uuid, opened_from timestamptz)
  language sql stable security definer set search_path from current
  as $$
    select c.claim_id, c.opened_from from rig_claim c
      where report is null and c.vin = rig_vin and c.ended_at is null and c.account_id::text = app_actor()
    union all
    select c.claim_id, c.opened_from from rig_report r
      join rig_claim c on c.claim_id = r.claim_id and c.account_id = r.account_id
      where r.report_id = report and r.vin = rig_vin and r.revoked_at is null and r.ends_at > as_of
        and c.vin = rig_vin and c.ended_at is null
  $$;

-- Everything that the key opens of a rig, newest first: visits, with details where they are open, which of them a
-- company imported and on which of its days, what companies added later, their photos and the owners' notes. Null
-- without a key. Money in cents.
create function rig_record(rig_vin text, report uuid, as_of timestamptz, max_visits integer) returns jsonb
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    access record;
    visits jsonb;
    companies uuid[];
    open_companies uuid[];
    open_tickets integer[];
    names jsonb;
    photos jsonb;
    addenda jsonb;
    notes jsonb;
  begin
    select * into access from rig_access(rig_vin, report, as_of);
    if not found then
      return null;
    end if;
    select jsonb_agg(jsonb_build_object(
             'companyUUID', h.company_id, 'ticketId', h.ticket_id, 'timeZone', h.time_zone,
             'completedTimestamp', to_char(h.completed_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'technician', h.technician, 'totalBalance', h.total_balance, 'isOpen', h.is_open,
             'importedOn', to_char(h.imported_at at time zone h.time_zone, 'YYYY-MM-DD'),
             'work', case when h.is_open then h.work else '[]'::jsonb end)
             order by h.completed_timestamp desc, h.ticket_id desc),
           array_agg(distinct h.company_id),
           array_agg(h.company_id order by h.completed_timestamp desc, h.ticket_id desc) filter (where h.is_open),
           array_agg(h.ticket_id order by h.completed_timestamp desc, h.ticket_id desc) filter (where h.is_open)
      into visits, companies, open_companies, open_tickets
      from (select w.*, access.opened_from is null or w.completed_timestamp >= access.opened_from as is_open
            from work_history w where w.vin = rig_vin
            order by w.completed_timestamp desc, w.ticket_id desc limit max_visits) h;
    select jsonb_object_agg(c.company_id, c.company_name) into names
      from company c where c.company_id = any(companies);
    select jsonb_agg(jsonb_build_object(
             'companyUUID', p.company_id, 'ticketId', p.ticket_id, 'photoId', p.photo_id, 'problem', j.problem,
             'moment', p.moment, 'width', p.width, 'height', p.height, 'addendumId', p.addendum_id)
             order by p.job_number, p.position)
      into photos
      from photo p
      join job j on j.company_id = p.company_id and j.ticket_id = p.ticket_id and j.job_number = p.job_number
      join unnest(open_companies, open_tickets) as visit (company_id, ticket_id)
        on visit.company_id = p.company_id and visit.ticket_id = p.ticket_id
      where p.company_id = any(companies) and j.answer <> 'declined';
    select jsonb_agg(jsonb_build_object(
             'companyUUID', a.company_id, 'ticketId', a.ticket_id, 'addendumId', a.addendum_id, 'text', a.text,
             'addedAt', to_char(a.added_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
             order by a.added_at, a.addendum_id)
      into addenda
      from addendum a
      join unnest(open_companies, open_tickets) as visit (company_id, ticket_id)
        on visit.company_id = a.company_id and visit.ticket_id = a.ticket_id
      where a.company_id = any(companies);
    select jsonb_agg(jsonb_build_object(
             'companyUUID', n.company_uuid, 'ticketId', n.ticket_id, 'kind', n.kind, 'words', n.words,
             'writtenAt', to_char(n.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'isMine', n.claim_id = access.claim_id)
             order by n.written_at, n.kind desc)
      into notes
      from rig_note n
      join unnest(open_companies, open_tickets) as visit (company_id, ticket_id)
        on visit.company_id = n.company_uuid and visit.ticket_id = n.ticket_id
      where n.vin = rig_vin;
    return jsonb_build_object('visits', coalesce(visits, '[]'), 'names', coalesce(names, '{}'),
                              'photos', coalesce(photos, '[]'),
                              'addenda', coalesce(addenda, '[]'), 'notes', coalesce(notes, '[]'));
  end $$;

-- Where the photo of an open visit is stored; no row if it is not the rig's, or not open to the actor.
create function rig_photo(rig_vin text, report uuid, as_of timestamptz, of_company uuid, wanted_photo uuid)
  returns table (ticket_id integer, booking_id uuid)
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    access record;
    found_photo record;
  begin
    select * into access from rig_access(rig_vin, report, as_of);
    if not found then
      return;
    end if;
    select p.ticket_id as ticket, p.booking_id as booking into found_photo
      from photo p
      join job j on j.company_id = p.company_id and j.ticket_id = p.ticket_id and j.job_number = p.job_number
      where p.company_id = of_company and p.photo_id = wanted_photo and j.answer <> 'declined';
    if not found then
      return;
    end if;
    perform from work_history w
      where w.vin = rig_vin and w.company_id = of_company and w.ticket_id = found_photo.ticket
        and (access.opened_from is null or w.completed_timestamp >= access.opened_from);
    if found then
      return query select found_photo.ticket, found_photo.booking;
    end if;
  end $$;

-- Which rig a report is about, and until when, while it is valid.
create function valid_rig_report(report uuid, of_claim uuid, as_of timestamptz)
  returns table (vin text, created_at timestamptz, ends_at timestamptz, opened_from timestamptz)
  language sql stable security definer set search_path from current
  as $$
    select r.vin, r.created_at, r.ends_at, c.opened_from from rig_report r
    join rig_claim c on c.claim_id = r.claim_id and c.account_id = r.account_id
    where r.report_id = report and r.claim_id = of_claim and r.revoked_at is null and r.ends_at > as_of
      and c.ended_at is null
  $$;

-- Disputes of this rig's owners about a ticket of this company, without names.
create function ticket_disputes(rig_vin text, of_ticket integer)
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

-- What owners wrote on a visit goes with it to the corrected VIN: on a cluster a row cannot change its machine, so it
-- is written anew.
create function move_rig_notes(old_vin text, new_vin text, of_company uuid, of_ticket integer) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare note rig_note;
  begin
    for note in select * from rig_note n
      where n.vin = old_vin and n.company_uuid = of_company and n.ticket_id = of_ticket
    loop
      insert into rig_note (vin, company_uuid, ticket_id, claim_id, kind, account_id, words, written_at)
        values (new_vin, note.company_uuid, note.ticket_id, note.claim_id, note.kind, note.account_id, note.words,
                note.written_at);
    end loop;
    delete from rig_note n where n.vin = old_vin and n.company_uuid = of_company and n.ticket_id = of_ticket;
  end $$;

grant execute on function rig_access, rig_record, rig_photo, valid_rig_report, ticket_disputes to rigwright_app;
