-- Who an email is from, and who gets the answer; null for the product itself.
alter table email_outbox add column sender_name text, add column reply_to text;
alter table company_preference add column reply_to text;
comment on column company_preference.reply_to is 'the mailbox for customers’ replies; null without one';

-- The email of the account from which the actor has just got a rig by a transfer; null without one.
create function rig_seller_email(rig_vin text, as_of timestamptz) returns text
  language plpgsql stable security definer set search_path from current
  as $$
  begin
    return (select u.email from rig_claim old join auth_user u on u.id = old.account_id
    where old.vin = rig_vin and old.end_reason = 'transfer' and old.ended_at = as_of
      and exists (select from rig_claim own
                  where own.vin = rig_vin and own.how = 'transfer' and own.claimed_at = as_of
                    and own.ended_at is null and own.account_id::text = app_actor()));
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function rig_seller_email owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function rig_seller_email from public;
grant execute on function rig_seller_email to rigwright_app;
