-- Past work that a company brought along in a spreadsheet. The same visit again is the same key.
alter table ticket add column imported_key uuid;
comment on column ticket.imported_key is 'made of the invoice number, date and VIN that a spreadsheet has; null for all other tickets';
create unique index ticket_imported_key on ticket (company_id, imported_key) where imported_key is not null;

-- Which of these emails have an account, for a list of new employees.
create function emails_in_use(emails text[]) returns setof text
  language sql stable security definer set search_path from current
  as $$ select u.email from auth_user u where u.email = any(emails) $$;

-- Which of these accounts of the company's employees nobody has used: without a password, a passkey or a session.
create function unused_employee_accounts(accounts uuid[]) returns setof uuid
  language sql stable security definer set search_path from current
  as $$
    select u.id from auth_user u
      where u.id = any(accounts) and is_own_employee(u.id)
        and not exists (select from auth_credential c where c.user_id = u.id and c.password is not null)
        and not exists (select from auth_passkey p where p.user_id = u.id)
        and not exists (select from auth_session s where s.user_id = u.id)
  $$;

-- Takes imported visits of the company back, with their entries in the work history, unless an RV owner has written
-- about them. Returns those that it took.
create function remove_imported_tickets(tickets integer[]) returns setof integer
  language plpgsql security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare
    own uuid := app_company();
    free integer[];
    disputed integer[];
  begin
    free := array(
      select t.ticket_id from ticket t
      where t.company_id = own and t.ticket_id = any(tickets) and t.imported_key is not null);
    -- One query for each table: notes and claims are on the machines of their rigs.
    disputed := array(select n.ticket_id from rig_note n where n.company_uuid = own and n.ticket_id = any(free))
      || array(select c.from_ticket from rig_claim c where c.from_company = own and c.from_ticket = any(free));
    free := array(select f.id from unnest(free) as f (id) where f.id <> all(disputed));
    delete from assignment a where a.company_id = own and a.ticket_id = any(free);
    delete from part p where p.company_id = own and p.ticket_id = any(free);
    delete from job j where j.company_id = own and j.ticket_id = any(free);
    delete from ticket_search s where s.company_id = own and s.ticket_id = any(free);
    delete from work_history h where h.company_id = own and h.ticket_id = any(free);
    delete from ticket t where t.company_id = own and t.ticket_id = any(free);
    return query select unnest(free);
  end $$;
create policy definer_delete on ticket for delete to rigwright_definer using (company_id = app_company());
create policy definer_delete on job for delete to rigwright_definer using (company_id = app_company());
create policy definer_select on part for select to rigwright_definer using (company_id = app_company());
create policy definer_delete on part for delete to rigwright_definer using (company_id = app_company());
create policy definer_select on assignment for select to rigwright_definer using (company_id = app_company());
create policy definer_delete on assignment for delete to rigwright_definer using (company_id = app_company());
create policy definer_delete on ticket_search for delete to rigwright_definer using (company_id = app_company());
grant select (imported_key) on ticket to rigwright_definer;
grant select (company_id, ticket_id) on part, assignment to rigwright_definer;
grant delete on ticket, job, part, assignment, ticket_search to rigwright_definer;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function emails_in_use owner to rigwright_definer;
alter function unused_employee_accounts owner to rigwright_definer;
alter function remove_imported_tickets owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function emails_in_use, unused_employee_accounts, remove_imported_tickets from public;
grant execute on function emails_in_use, unused_employee_accounts, remove_imported_tickets to rigwright_app;
