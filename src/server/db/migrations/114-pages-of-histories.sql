-- A rig's history page by page: of one VIN there may be very many visits. Newest first, at most `page_size` after the entry
-- of `before`; `next_*` are those of the last one if there are more.
create function work_history_page(
    rig_vin text, before_at timestamptz, before_ticket integer, before_company uuid, page_size integer)
  returns table (entries text, visits integer, next_at text, next_ticket integer, next_company uuid)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    page work_history[];
    last work_history;
    named uuid[];
    names jsonb;
    is_shared boolean := rig_vin ~ '^[A-HJ-NPR-Z0-9]{17}$'
      and (select count(distinct c.sign) from regexp_split_to_table(rig_vin, '') as c (sign)) >= 5;
  begin
    select array_agg(one) into page from (
      select h as one from work_history h
        where h.vin = rig_vin and (before_at is null
          or (h.completed_timestamp, h.ticket_id, h.company_id) < (before_at, before_ticket, before_company))
        order by h.completed_timestamp desc, h.ticket_id desc, h.company_id desc
        limit page_size + 1) as found;
    if cardinality(page) > page_size then
      page := page[:page_size];
      last := page[page_size];
    end if;
    -- Two queries instead of a join: histories and companies may be on different machines.
    select array_agg(distinct h.company_id) into named
      from unnest(page) as h where h.imported_at is not null or not is_shared;
    if named is not null then
      select jsonb_object_agg(c.company_id, c.company_name) into names from company c where c.company_id = any(named);
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
              'on', to_char(h.imported_at at time zone h.time_zone, 'YYYY-MM-DD')) end,
            'ownRig', case when not is_shared then json_build_object(
              'rigId', coalesce(h.own_rig, h.company_id),
              'companyName', names ->> h.company_id::text) end
          )::text, ',' order by h.completed_timestamp desc, h.ticket_id desc, h.company_id desc) || ']', '[]'),
        count(*)::integer,
        to_char(last.completed_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        last.ticket_id, last.company_id
      from unnest(page) as h;
  end $$;
do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function work_history_page owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function work_history_page from public;
grant execute on function work_history_page to rigwright_app;
