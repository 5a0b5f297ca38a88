set local lock_timeout = '5s';

-- A page deep inside the list of the sandbox's charges passes over some hundred of them, and should not have to read each.
create index payments_charged_by_sandbox on payments (organization_id, created_at, id)
  where processor = 'sandbox' and status = 'succeeded' and amount > 0 and starts_with(processor_reference, 'sandbox_');
create index payments_charged_by_sandbox_of_all on payments (created_at, id)
  where processor = 'sandbox' and status = 'succeeded' and amount > 0 and starts_with(processor_reference, 'sandbox_');
