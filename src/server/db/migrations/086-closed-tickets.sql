-- A ticket can be ended without work: `closed`, with a reason. Reopening leads back to where it was.
-- One change in each statement: a cluster takes no others of a distributed table.
alter table ticket drop constraint ticket_state_check;
alter table ticket add constraint ticket_state_check
  check (state in ('pending', 'active', 'approval', 'completed', 'recorded', 'declined', 'closed'));
alter table ticket add column close_reason text;
alter table ticket add column close_note text;
alter table ticket add column closed_from text;
alter table ticket add constraint ticket_close_reason_check
  check (close_reason in ('customer', 'no-show', 'duplicate', 'mistake', 'too-expensive'));
alter table ticket add constraint ticket_closed_from_check check (closed_from in ('pending', 'active', 'approval'));
comment on column ticket.close_note is 'the desk''s; the customer does not see it';
comment on column ticket.closed_from is 'the state before it was closed';

-- An appointment that its customer canceled was written as declined. Only for a moment: the policies would hide all
-- rows from an owner who is no superuser.
alter table ticket no force row level security;
update ticket
  set state = 'closed', close_reason = 'customer', close_note = '', closed_from = 'active',
      card = (card::jsonb || '{"state": "closed"}')::json
  where state = 'declined' and transition = 'cancel';
alter table ticket force row level security;

alter table ticket add constraint ticket_closed
  check ((state = 'closed') = (close_reason is not null and close_note is not null and closed_from is not null));

create or replace function delete_ended_push_subscriptions(ended timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  begin
    delete from push_subscription s using ticket t
      where t.company_id = s.company_id and t.ticket_id = s.ticket_id
        and t.state in ('recorded', 'declined', 'closed') and t.transitioned_at <= ended;
  end $$;
