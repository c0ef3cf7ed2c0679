-- The RVs with a component of some maker and model are found by letters and digits alone: SF-30F and sf 30f are one.
drop index component_entry_model;
create index component_entry_model on component_entry (
  company_id,
  regexp_replace(lower(maker), '[^a-z0-9]', '', 'g') text_pattern_ops,
  regexp_replace(lower(model), '[^a-z0-9]', '', 'g') text_pattern_ops
);

-- The components that the company at work ever entered so. In a function, because such an index finds nothing under row-level
-- security.
create function components_of_model(maker_key text, model_key text, max_components integer)
  returns table (vin text, component_id uuid)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare own uuid := app_company();
  begin
    return query
      select distinct e.vin, e.component_id from component_entry e
      where e.company_id = own
        and regexp_replace(lower(e.maker), '[^a-z0-9]', '', 'g') = maker_key
        and regexp_replace(lower(e.model), '[^a-z0-9]', '', 'g') like model_key || '%'
      order by e.vin, e.component_id
      limit max_components;
  end $$;

-- What is on record of these components, which a company entered, in any order: also by others and by owners, if the RV is
-- shared with them, who may have corrected, replaced or removed one. Without serial numbers of others.
create function entries_of_components(component_vins text[], components uuid[])
  returns table (vin text, entry_id uuid, component_id uuid, how text, kind text, name text, place text, maker text,
                 model text, serial text, model_year text, day date, replaces uuid, ticket_id integer,
                 entered_at timestamptz, entered_by_name text, is_by_owner boolean)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare
    own uuid := app_company();
    shared text[] := array(
      select v.vin from unnest(component_vins) as v (vin)
      where v.vin ~ '^[A-HJ-NPR-Z0-9]{17}$'
        and (select count(distinct c.sign) from regexp_split_to_table(v.vin, '') as c (sign)) >= 5
    );
    own_components uuid[];
  begin
    own_components := array(
      select distinct e.component_id from component_entry e
      where e.vin = any(component_vins) and e.company_id = own and e.component_id = any(components)
    );
    return query
      select e.vin, e.entry_id, e.component_id, e.how, e.kind, e.name, e.place, e.maker, e.model,
             case when e.company_id = own then e.serial end, e.model_year, e.day, e.replaces,
             case when e.company_id = own then e.ticket_id end, e.entered_at,
             case when e.company_id = own then e.entered_by_name end, false
      from component_entry e
      where e.vin = any(component_vins)
        and (e.component_id = any(own_components) or e.replaces = any(own_components))
        and (e.company_id = own or e.vin = any(shared));
    return query
      select e.vin, e.entry_id, e.component_id, e.how, e.kind, e.name, e.place, e.maker, e.model,
             null::text, e.model_year, e.day, e.replaces, null::integer, e.entered_at, null::text, true
      from owner_component_entry e
      where e.vin = any(shared)
        and (e.component_id = any(own_components) or e.replaces = any(own_components));
  end $$;

select declare_definer_functions();
grant execute on function components_of_model, entries_of_components to rigwright_app;
