-- The record of a rig that its owner reads has what companies added after their visits.
create or replace function rig_record(rig_vin text, report uuid, as_of timestamptz, max_visits integer) returns jsonb
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
             'broughtAlongOn', to_char(h.imported_at at time zone h.time_zone, 'YYYY-MM-DD'),
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
