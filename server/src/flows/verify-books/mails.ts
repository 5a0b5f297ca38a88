import type { Check } from './check.ts'

export const MAIL_CHECKS: readonly Check[] = [
  {
    // Since the first receipt of the organization that was wanted: what was sold before has none.
    name: 'paid_orders_have_receipts',
    sentence: 'The order was paid, and its receipt was never written.',
    find: (sql) => sql`
      select e.object_id as order_id, e.organization_id, e.event_id, e.sequence
      from events e
      join (
        select organization_id, min(event_id) as first from mails
        where kind = 'order_receipt' and status <> 'skipped' group by organization_id
      ) begun on begun.organization_id = e.organization_id and e.id > begun.first
      left join mails m on m.object_id = e.object_id and m.kind = 'order_receipt'
      where e.type = 'order.paid' and e.sequence is not null and m.id is null`,
  },
  {
    name: 'mail_goes_once',
    sentence: 'The same is told twice by mail.',
    find: (sql) => sql`
      select m.object_id, m.kind, m.recipient_id, count(*) as mails from mails m
      where m.kind in ('order_receipt', 'refund_notice')
      group by m.object_id, m.kind, m.recipient_id having count(*) > 1
      union all
      select m.object_id, m.kind, m.recipient_id, count(*) from mails m
      where m.kind = 'endpoint_disabled'
      group by m.event_id, m.object_id, m.kind, m.recipient_id having count(*) > 1`,
  },
  {
    name: 'deleted_customer_has_no_mail',
    sentence: 'A mail still shows a customer who was deleted.',
    find: (sql) => sql`
      select m.id, m.kind, m.recipient_id as customer_id from mails m
      join customers c on c.id = m.recipient_id and c.deleted_at is not null
      where (m.to_address <> c.email or m.body is not null or m.secret is not null)
        and not exists (select from customer_erasures x where x.customer_id = c.id)`,
  },
]
