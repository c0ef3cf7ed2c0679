-- An email can also be held back because the company's owner has not confirmed theirs.
alter table ticket_message
  drop constraint ticket_message_email_outcome_check,
  add constraint ticket_message_email_outcome_check
    check (email_outcome in ('posted', 'no-mail', 'too-many', 'unconfirmed'));
