-- Makes the mails that freshly numbered events are to be told by, in the sequencer's transaction: one event, one mail,
-- and nobody who buys or refunds waits for it. p_ids are events.id. Due times are real time, like all work in the
-- background; what the mail tells of happened at the event's own time.
create or replace function queue_mails_1(p_ids bigint[]) returns void language plpgsql as $$
declare
  v_ids bigint[];
begin
  -- Of most events nobody is told by mail, and then this is all that happens.
  select array_agg(e.id) into v_ids from events e
  where e.id = any(p_ids)
    and e.type in ('order.paid', 'refund.created', 'refund.updated', 'webhook_endpoint.disabled');
  if v_ids is null then
    return;
  end if;

  -- A refund whose money a bank returned can succeed twice; its notice goes once. Deleted customers have no address.
  insert into mails (id, created_at, organization_id, kind, event_id, object_id, recipient_id, to_address, status, due_at,
    trouble)
  select new_id_1(), t.created_at, t.organization_id, t.kind, t.event_id, t.object_id, c.id, c.email,
    case when c.deleted_at is null and t.is_wanted then 'waiting' else 'skipped' end,
    case when c.deleted_at is null and t.is_wanted then now() end,
    case when c.deleted_at is not null then 'the customer was deleted'
      when not t.is_wanted then 'the organization has switched it off' end
  from (
    select e.created_at, e.organization_id, 'order_receipt' as kind, e.id as event_id, e.object_id, r.customer_id,
      (o.mail_settings ->> 'order_receipts')::boolean as is_wanted
    from events e
    join orders r on r.id = e.object_id
    join organizations o on o.id = e.organization_id
    where e.id = any(v_ids) and e.type = 'order.paid'
    union all
    select e.created_at, e.organization_id, 'refund_notice', e.id, e.object_id, f.customer_id,
      (o.mail_settings ->> 'refund_notices')::boolean
    from events e
    join refunds f on f.id = e.object_id
    join organizations o on o.id = e.organization_id
    where e.id = any(v_ids) and e.type in ('refund.created', 'refund.updated') and e.data ->> 'status' = 'succeeded'
  ) t
  join customers c on c.id = t.customer_id
  order by t.event_id
  on conflict do nothing;

  -- To all owners who have an address, else to the organization's own. When there is none, it waits for one, without an
  -- address: whoever sends it looks again.
  insert into mails (id, created_at, organization_id, kind, event_id, object_id, recipient_id, to_address, due_at)
  select new_id_1(), e.created_at, e.organization_id, 'endpoint_disabled', e.id, e.object_id,
    coalesce(w.user_id, o.id), coalesce(w.email, o.email, ''), now()
  from events e
  join organizations o on o.id = e.organization_id
  left join lateral (
    select u.id as user_id, u.email from organization_members m join users u on u.id = m.user_id
    where m.organization_id = o.id and m.role = 'owner' and u.email is not null
  ) w on true
  where e.id = any(v_ids) and e.type = 'webhook_endpoint.disabled'
  order by e.id, w.user_id
  on conflict do nothing;
end $$;
