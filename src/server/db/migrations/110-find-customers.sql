-- The company's own people whose search text contains all terms: their newest tickets, and those that it imported. LIKE is
-- not leakproof: under row-level security it reads every row, so the search runs here and checks the company itself. The
-- terms are part of the statement, so its plan is made for them.
create policy definer on imported_customer for select to rigwright_definer using (true);
grant select on imported_customer to rigwright_definer;

create function find_customers(terms text[], max_rows integer)
  returns table (ticket_ids integer[], imported_ids uuid[])
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    all_terms text := (select string_agg(format('s.found like %L',
      '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      from unnest(terms) as term);
  begin
    execute 'select array(select s.ticket_id
        from (select company_id, ticket_id, created_at, customer as found from ticket_search) s
        where s.company_id = $1 and ' || all_terms || ' order by s.created_at desc, s.ticket_id desc limit $2)'
      into ticket_ids using app_company(), max_rows;
    execute 'select array(select s.customer_id
        from (select company_id, customer_id, first_name, last_name, search_text as found from imported_customer) s
        where s.company_id = $1 and ' || all_terms || ' order by s.last_name, s.first_name, s.customer_id limit $2)'
      into imported_ids using app_company(), max_rows;
    return next;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function find_customers owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function find_customers from public;
grant execute on function find_customers to rigwright_app;
