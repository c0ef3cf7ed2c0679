-- Employees who chose that customers read their first name alone. A row stays when its employee is deleted.
create table first_name_only (
  company_id uuid not null references company,
  employee_id uuid not null,
  first_name text not null,
  primary key (company_id, employee_id)
);
select declare_company_table('first_name_only', app => 'select, insert, update, delete', definer => 'select');

grant select on clock_session, assignment to rigwright_definer;
create policy definer on clock_session for select to rigwright_definer using (true);
create policy definer on assignment for select to rigwright_definer using (true);

-- Of the visits that the key opens of a rig: under which names such employees worked there, and their first names. An
-- array without a key, too.
create function rig_first_names(rig_vin text, report uuid, as_of timestamptz) returns jsonb
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    companies uuid[];
    tickets integer[];
    clocked jsonb;
    assigned jsonb;
  begin
    perform from rig_access(rig_vin, report, as_of);
    if not found then
      return '[]';
    end if;
    -- Three queries instead of a join: histories and companies may be on different machines.
    select array_agg(h.company_id), array_agg(h.ticket_id) into companies, tickets
      from work_history h where h.vin = rig_vin;
    select jsonb_agg(jsonb_build_object(
             'companyUUID', s.company_id, 'ticketId', s.ticket_id, 'name', s.technician, 'firstName', f.first_name))
      into clocked
      from first_name_only f
      join clock_session s on s.company_id = f.company_id and s.technician_id = f.employee_id
      join unnest(companies, tickets) as visit (company_id, ticket_id)
        on visit.company_id = s.company_id and visit.ticket_id = s.ticket_id
      where f.company_id = any(companies);
    select jsonb_agg(jsonb_build_object(
             'companyUUID', a.company_id, 'ticketId', a.ticket_id, 'name', rtrim(a.first_name || ' ' || a.last_name),
             'firstName', f.first_name))
      into assigned
      from first_name_only f
      join assignment a on a.company_id = f.company_id and a.uuid = f.employee_id
      join unnest(companies, tickets) as visit (company_id, ticket_id)
        on visit.company_id = a.company_id and visit.ticket_id = a.ticket_id
      where f.company_id = any(companies);
    return coalesce(clocked, '[]') || coalesce(assigned, '[]');
  end $$;

select declare_definer_functions();
grant execute on function rig_first_names to rigwright_app;
