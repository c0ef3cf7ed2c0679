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

-- A certificate is a customer's: of this record, and not of everyone with the same email or phone.
alter table customer_exemption add column company_customer_id uuid;
comment on column customer_exemption.company_customer_id is
  'the company_customer whose it is; null where it is not clear, and it is offered to nobody';
create index customer_exemption_customer on customer_exemption (company_id, company_customer_id);

-- Gives the company's certificates without a customer to the one with this name and contact, if there is exactly one: those
-- from before, and of older imports. Each statement asks one table.
create function assign_exemptions() returns void
  language plpgsql set search_path from current
  as $$
  declare
    own constant uuid := app_company();
    noted customer_exemption;
    owners uuid[];
  begin
    for noted in select * from customer_exemption e
      where e.company_id = own and e.company_customer_id is null
    loop
      owners := array(
        select distinct coalesce(c.merged_into, c.customer_id) from company_customer c
        where c.company_id = own
          and case when noted.email = '' then c.phone = noted.phone else lower(c.email) = noted.email end
          and (noted.customer_name = '' or lower(c.first_name || ' ' || c.last_name) = lower(noted.customer_name)));
      if cardinality(owners) = 1 then
        update customer_exemption e set company_customer_id = owners[1]
          where e.company_id = own and e.email = noted.email and e.phone = noted.phone
            and e.customer_name = noted.customer_name;
      end if;
    end loop;
  end $$;

do $$
declare
  own uuid;
begin
  for own in select c.company_id from company c loop
    -- A cluster passes on only SET LOCAL.
    execute format('set local app.company = %L', own);
    perform assign_exemptions();
  end loop;
  set local app.company = '';
end $$;
