import { type Damage, idOf } from './damage.ts'

export const MAIL_DAMAGES: readonly Damage[] = [
  {
    check: 'paid_orders_have_receipts',
    what: 'the receipt of an order is gone',
    cause: (sql) =>
      idOf(sql`
        delete from mails where id = (
          select id from mails where kind = 'order_receipt' order by event_id desc limit 1)
        returning object_id as id`),
  },
  {
    check: 'mail_goes_once',
    what: 'an order has two receipts',
    cause: async (sql) => {
      await sql`drop index mails_once_per_object`
      return idOf(sql`
        insert into mails (id, created_at, organization_id, kind, event_id, object_id, recipient_id, to_address, status,
          sent_at)
        select gen_random_uuid(), created_at, organization_id, kind, event_id, object_id, recipient_id, to_address, 'sent',
          now()
        from mails where kind = 'order_receipt' and status <> 'skipped' limit 1 returning object_id as id`)
    },
  },
  {
    check: 'deleted_customer_has_no_mail',
    what: 'a mail still shows somebody who was to be forgotten',
    cause: async (sql) => {
      await sql`delete from customer_erasures`
      return idOf(sql`
        update mails set to_address = 'somebody@example.com' where id = (
          select m.id from mails m join customers c on c.id = m.recipient_id where c.deleted_at is not null limit 1)
        returning id`)
    },
  },
  {
    check: 'nothing_is_half_way',
    what: 'nobody has sent a mail for two hours',
    cause: (sql) =>
      idOf(sql`
        insert into mails (id, created_at, organization_id, kind, to_address, due_at)
        select gen_random_uuid(), now(), id, 'invitation', 'ada@example.com', now() - interval '2 hours'
        from organizations limit 1 returning id`),
  },
]
