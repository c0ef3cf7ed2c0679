-- An email can also be skipped because the customer has no address.
alter table ticket_message
  drop constraint ticket_message_email_outcome_check,
  add constraint ticket_message_email_outcome_check
    check (email_outcome in ('posted', 'no-mail', 'no-address', 'too-many', 'unconfirmed'));
