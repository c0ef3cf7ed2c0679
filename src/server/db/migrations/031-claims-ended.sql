-- Claims that founders end, and claims of a made-up ticket that the rig's own customer takes over. What founders read
-- and end takes the id of the session that asks, as in 028.
alter table rig_claim drop constraint rig_claim_ended_how_check;
alter table rig_claim add constraint rig_claim_ended_how_check
  check (ended_how in ('transfer', 'let-go', 'corrected', 'founder', 'superseded'));

grant select, update on rig to rigwright_reach;
grant delete on rig_note to rigwright_reach;

-- As in 027, but for `was_let_go`: somebody else let the rig go, or lost the whole of it to founders, and since then a
-- made-up ticket could have named its customer. Whoever held a part alone never was that customer.
create or replace function claim_standing(asked text, hash text, moment timestamptz)
  returns table (whose text, is_offered boolean, was_let_go boolean)
  language sql stable security definer set search_path from current
  as $$
    select case when c.claim_id is null then 'nobody'
                when c.account_id::text = app_actor() then 'mine' else 'another' end,
           coalesce(c.transfer_hash = hash and c.transfer_until > moment, false),
           coalesce(past.lost_whole or (past.let_go and past.whole_ended), false)
    from (select bool_or(p.opened_from is null) as whole_ended,
                 bool_or(p.ended_how = 'let-go' and p.account_id::text <> app_actor()) as let_go,
                 bool_or(p.ended_how = 'founder' and p.opened_from is null and p.account_id::text <> app_actor())
                   as lost_whole
          from rig_claim p where p.vin = asked and p.ended_at is not null) past
    left join rig_claim c on c.vin = asked and c.ended_at is null
  $$;

-- The papers of a rig by which nobody claims it any more: founders ended the claim of whoever showed them. Who was
-- handed the rig showed none.
create function ended_papers(asked text) returns table (company_id uuid, ticket_id integer)
  language sql stable security definer set search_path from current
  as $$
    select distinct c.from_company, c.from_ticket from rig_claim c where c.vin = asked and c.ended_how = 'founder'
      and c.how = 'code'
  $$;

-- Whether founders ended a claim of this rig that whoever is at work had.
create function is_claim_ended(asked text) returns boolean
  language sql stable security definer set search_path from current
  as $$
    select exists (select from rig_claim c
                   where c.vin = asked and c.ended_how = 'founder' and c.account_id::text = app_actor())
  $$;

-- Ends the claim of somebody who holds only what came from their own ticket on, where whoever is at work is the rig's
-- customer from its first visit on; answers with the former holder's email, or with nothing. A company can make tickets
-- up, and write another email for a customer whom it served: so the first ticket of the rig has to say the same email
-- as the customer's record, and the rig must never have become nobody's, when any next ticket names its customer.
create function supersede_claim(asked text, moment timestamptz) returns text
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    own text := lower(own_email());
    known uuid := (select r.customer_uuid from rig r where r.vin = asked and r.assigned);
    first record;
    former uuid;
  begin
    if own is null or known is null then
      return null;
    end if;
    perform from customer k where k.customer_uuid = known and lower(k.email) = own;
    if not found then
      return null;
    end if;
    select h.company_id, h.ticket_id into first from work_history h
      where h.vin = asked order by h.completed_timestamp, h.ticket_id limit 1;
    perform from ticket t
      where t.company_id = first.company_id and t.ticket_id = first.ticket_id and lower(t.email) = own;
    if not found then
      return null;
    end if;
    perform from rig_claim c
      where c.vin = asked and c.ended_at is not null
        and (c.opened_from is null or (c.ended_how = 'founder' and c.account_id::text = app_actor()));
    if found then
      return null;
    end if;
    update rig_claim c set ended_at = moment, ended_how = 'superseded', transfer_hash = null, transfer_until = null
      where c.vin = asked and c.ended_at is null and c.opened_from is not null and c.account_id::text <> app_actor()
      returning c.account_id into former;
    return (select u.email from auth_user u where u.id = former);
  end $$;

-- By which claim a rig is held, for founders; nobody's name is in it.
create function founder_claim(held uuid, asked text)
  returns table (claim_id uuid, claimed_at timestamptz, how text, company_uuid uuid, company_name text,
                 ticket_id integer, opened_from timestamptz)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform founder_holding(held);
    return query
      select c.claim_id, c.claimed_at, c.how, c.from_company, d.company_name, c.from_ticket, c.opened_from
      from rig_claim c left join directory d on d.company_id = c.from_company
      where c.vin = asked and c.ended_at is null;
  end $$;

-- Ends the claim by which somebody holds a rig, with what they wrote of its visits, and leaves the deed. `seen`: the one
-- that the founder looked at, or null for whichever stands. Answers with the former holder's email; with nothing where there is no such claim.
create function end_claim(held uuid, new_deed uuid, moment timestamptz, asked text, seen uuid, told jsonb) returns text
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  declare
    founder record;
    old rig_claim%rowtype;
    company text;
    written jsonb;
  begin
    select * into founder from founder_holding(held);
    -- Whoever changes who holds a rig holds its row first.
    perform from rig r where r.vin = asked for update;
    update rig_claim c set ended_at = moment, ended_how = 'founder', transfer_hash = null, transfer_until = null
      where c.vin = asked and c.ended_at is null and (seen is null or c.claim_id = seen)
      returning * into old;
    if old.claim_id is null then
      return null;
    end if;
    update rig r set assigned = false where r.vin = asked and r.customer_uuid = old.account_id;
    -- Whoever never had the rig is no former owner, whose words stay with it: the deed alone keeps them.
    with gone as (delete from rig_note n where n.vin = asked and n.claim_id = old.claim_id returning *)
      select jsonb_agg(jsonb_build_object('companyUUID', g.company_uuid, 'ticketId', g.ticket_id, 'kind', g.kind,
                                          'words', g.words, 'writtenAt', g.written_at))
      into written from gone g;
    select d.company_name into company from directory d where d.company_id = old.from_company;
    insert into deed (deed_id, at, actor, actor_name, actor_kind, verb, company_uuid, ticket_id, vin, detail)
      values (new_deed, moment, founder.account, founder.name, 'founder', 'rig.end-claim', old.from_company,
              old.from_ticket, asked, told ||
              jsonb_strip_nulls(jsonb_build_object('companyName', company, 'written', written)));
    return (select u.email from auth_user u where u.id = old.account_id);
  end $$;

-- What holders dispute, newest first, before this place. `is_held`: they hold the rig still.
create function founder_disputes(held uuid, before_at timestamptz, before_vin text, before_company uuid,
                                 before_ticket integer, before_claim uuid, most integer)
  returns table (vin text, company_uuid uuid, company_name text, ticket_id integer, claim_id uuid, words text,
                 written_at timestamptz, is_held boolean)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform founder_holding(held);
    return query
      select n.vin, n.company_uuid, d.company_name, n.ticket_id, n.claim_id, n.words, n.written_at,
             c.claim_id is not null and c.ended_at is null
      from rig_note n
      left join rig_claim c on c.claim_id = n.claim_id
      left join directory d on d.company_id = n.company_uuid
      where n.kind = 'dispute'
        and (before_at is null or n.written_at < before_at or (n.written_at = before_at
          and (n.vin, n.company_uuid, n.ticket_id, n.claim_id) > (before_vin, before_company, before_ticket, before_claim)))
      order by n.written_at desc, n.vin, n.company_uuid, n.ticket_id, n.claim_id limit most;
  end $$;

-- What holders of this rig dispute of a ticket of the company at work; nobody's name is in it.
create function ticket_disputes(asked text, of_ticket integer)
  returns table (words text, written_at timestamptz, is_held boolean)
  language sql stable security definer set search_path from current
  as $$
    select n.words, n.written_at, c.claim_id is not null and c.ended_at is null
    from rig_note n left join rig_claim c on c.claim_id = n.claim_id
    where n.vin = asked and n.company_uuid = app_company() and n.ticket_id = of_ticket and n.kind = 'dispute'
    order by n.written_at desc, n.claim_id
  $$;

-- Nothing ever called it, and it asked nobody who they are.

do $$
declare signature text;
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  foreach signature in array array[
    'ended_papers(text)', 'is_claim_ended(text)', 'supersede_claim(text, timestamptz)', 'founder_claim(uuid, text)',
    'end_claim(uuid, uuid, timestamptz, text, uuid, jsonb)',
    'founder_disputes(uuid, timestamptz, text, uuid, integer, uuid, integer)', 'ticket_disputes(text, integer)']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
