-- A line that the customer approved keeps its share of the ticket's shop supplies, whatever is added to other lines.
alter table job add column approved_parts bigint;
alter table job add column approved_supplies bigint;
comment on column job.approved_parts is 'cents for its parts when the customer approved it; null without an approval';
comment on column job.approved_supplies is 'its share of shop supplies then; it counts while its parts come to the same';
