-- A job line may name one of those who work on its ticket.
alter table job add column named_technician uuid;
comment on column job.named_technician is 'who is to do it; it counts while they work on the ticket';
