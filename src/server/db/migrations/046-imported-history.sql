-- A rig's public history says which visits a company brought along from elsewhere, and on which of its days.
create or replace function work_history_json(rig_vin text) returns table (entries text, visits integer)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    importers uuid[];
    names jsonb;
  begin
    -- Two queries instead of a join: histories and companies may be on different machines.
    select array_agg(distinct h.company_id) into importers
      from work_history h where h.vin = rig_vin and h.imported_at is not null;
    if importers is not null then
      select jsonb_object_agg(c.company_id, c.company_name) into names from company c where c.company_id = any(importers);
    end if;
    return query
      select coalesce('[' || string_agg(
          json_build_object(
            'ticketId', h.ticket_id,
            'completedTimestamp',
              to_char(h.completed_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'timeZone', h.time_zone,
            'technician', h.technician,
            'totalBalance', trim_scale(h.total_balance / 100.0),
            'broughtAlong', case when h.imported_at is not null then json_build_object(
              'by', names ->> h.company_id::text,
              'on', to_char(h.imported_at at time zone h.time_zone, 'YYYY-MM-DD')) end
          )::text, ',' order by h.completed_timestamp desc, h.ticket_id desc) || ']', '[]'),
        count(*)::integer
      from work_history h where h.vin = rig_vin;
  end $$;

-- Undoing a run looks for its companies.
create policy definer on import_run for select to rigwright_definer using (true);
