-- As before, and what the operator did at the command line.
create or replace function founder_audit(
    founder_session uuid, verbs text[], before_at timestamptz, before_entry uuid, max_rows integer)
  returns table (entry_id uuid, at timestamptz, actor uuid, actor_name text, verb text, company_uuid uuid,
                 ticket_id integer, vin text, detail jsonb)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    return query
      select d.entry_id, d.at, d.actor, d.actor_name, d.verb, d.company_uuid, d.ticket_id, d.vin, d.detail
      from platform_audit d
      where d.actor_kind in ('founder', 'operator') and d.verb = any(verbs)
        and (before_at is null or (d.at, d.entry_id) < (before_at, before_entry))
      order by d.at desc, d.entry_id desc limit max_rows;
  end $$;
