-- The email of whoever holds a rig by one of its papers, for the founder who takes that paper out of its history; nothing
-- where nobody does. They are held until the work ends, as by whatever changes who holds a rig.
create function paper_holder(held uuid, asked text, of_company uuid, of_ticket integer) returns text
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform founder_holding(held);
    perform from rig r where r.vin = asked for update;
    return (select u.email from rig_claim c join auth_user u on u.id = c.account_id
            where c.vin = asked and c.from_company = of_company and c.from_ticket = of_ticket and c.ended_at is null);
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  alter function paper_holder(uuid, text, uuid, integer) owner to rigwright_reach;
  revoke all on function paper_holder(uuid, text, uuid, integer) from public;
  grant execute on function paper_holder(uuid, text, uuid, integer) to rigwright_app;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
