-- What a company knows of a customer besides what a ticket has of them.
alter table company_customer
  add column company_name text not null default '',
  add column other_phones text[] not null default '{}',
  add column other_emails text[] not null default '{}';
comment on column company_customer.company_name is 'whom they come for; empty for most';
comment on column company_customer.other_phones is 'besides `phone`, at most 5';
comment on column company_customer.other_emails is 'besides `email`, at most 5';

-- A column of its own: the previous version still reads `search_text`.
do $$
declare
  -- array_to_string is not immutable.
  phones text := (select string_agg(phone_digits(format('coalesce(other_phones[%s], '''')', i)), ' || '' / '' || ')
                  from generate_series(1, 5) as i);
  emails text := (select string_agg(format('coalesce(other_emails[%s], '''')', i), ' || '' / '' || ')
                  from generate_series(1, 5) as i);
begin
  execute format('alter table company_customer add column other_search_text text not null
      generated always as ('' '' || %s || '' '') stored',
    normalized_text(format('(company_name || '' / '' || %s || '' / '' || %s)', phones, emails)));
end $$;
create index company_customer_other_search on company_customer using gin (company_id, other_search_text gin_trgm_ops);

-- As before, and each term may be in either text.
create or replace function find_company_customers(terms text[], max_rows integer) returns setof uuid
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    all_terms text := (select string_agg(format('(c.search_text like %1$L or c.other_search_text like %1$L)',
      '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      from unnest(terms) as term);
  begin
    return query execute 'select c.customer_id from company_customer c where c.company_id = $1 and ' || all_terms
      || ' order by lower(c.last_name), lower(c.first_name), c.customer_id limit $2'
      using app_company(), max_rows;
  end $$;

select declare_definer_functions();
