-- What technicians' names rest on is also read in the rig's history.
grant select on qualification to rigwright_definer;
create policy definer on qualification for select to rigwright_definer using (true);

-- Of the visits whose details the key opens of a rig: under which names technicians worked there who entered what these
-- rest on, and that. An array without a key, too.
create function rig_qualifications(rig_vin text, report uuid, as_of timestamptz) returns jsonb
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    access record;
    companies uuid[];
    tickets integer[];
    entered jsonb;
    clocked jsonb;
    assigned jsonb;
  begin
    select * into access from rig_access(rig_vin, report, as_of);
    if not found then
      return '[]';
    end if;
    -- Each query asks one table: on a cluster they may be on different machines.
    select array_agg(h.company_id), array_agg(h.ticket_id) into companies, tickets
      from work_history h
      where h.vin = rig_vin and (access.opened_from is null or h.completed_timestamp >= access.opened_from);
    select jsonb_object_agg(q.company_id || ' ' || q.employee_id, jsonb_build_object(
             'companyUUID', q.company_id, 'sinceYear', q.since_year, 'certificates', q.certificates))
      into entered
      from qualification q where q.company_id = any(companies);
    if entered is null then
      return '[]';
    end if;
    select jsonb_agg(distinct entered -> (s.company_id || ' ' || s.technician_id)
             || jsonb_build_object('ticketId', s.ticket_id, 'name', s.technician))
      into clocked
      from clock_session s
      join unnest(companies, tickets) as visit (company_id, ticket_id)
        on visit.company_id = s.company_id and visit.ticket_id = s.ticket_id
      where s.company_id = any(companies) and entered ? (s.company_id || ' ' || s.technician_id);
    select jsonb_agg(distinct entered -> (a.company_id || ' ' || a.uuid)
             || jsonb_build_object('ticketId', a.ticket_id, 'name', rtrim(a.first_name || ' ' || a.last_name)))
      into assigned
      from assignment a
      join unnest(companies, tickets) as visit (company_id, ticket_id)
        on visit.company_id = a.company_id and visit.ticket_id = a.ticket_id
      where a.company_id = any(companies) and entered ? (a.company_id || ' ' || a.uuid);
    return coalesce(clocked, '[]') || coalesce(assigned, '[]');
  end $$;

select declare_definer_functions();
grant execute on function rig_qualifications to rigwright_app;
