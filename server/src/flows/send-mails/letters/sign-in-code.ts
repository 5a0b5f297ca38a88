import { type Customer, customerFromJson, findSignInCode } from '../../../modules/customers/index.ts'
import { type Organization, organizationFromJson, organizationJson } from '../../../modules/organizations/index.ts'
import type { Db, Fragment } from '../../../platform/postgres/pool.ts'
import type { Words } from '../words.ts'
import type { Letter } from './letter.ts'
import { Overtaken, secretOf, type Writer, type Written } from './writer.ts'

interface Person {
  readonly organization: Organization
  readonly customer: Customer
}

/** For a preview: nobody has it. */
const SAMPLE_CODE = '123456'

/**
 * Whether the address is a customer's is looked up here, long after whoever asked for a code has their answer. To an
 * address that is nobody's nothing is sent.
 */
export const signInCode: Writer = {
  async write({ db, box, words }, mail) {
    const { organizationId, toAddress } = mail
    const code = await findSignInCode(db, organizationId, toAddress)
    if (code?.mailId !== mail.id) throw new Overtaken('a newer code was asked for', true)
    if (code.expiresAt <= new Date()) throw new Overtaken('the code has expired')
    const person = await findPerson(
      db,
      db.sql`c.organization_id = ${organizationId} and lower(c.email) = lower(${toAddress})`,
    )
    if (!person) throw new Overtaken('nobody has this address', true)
    return written(person, secretOf(mail, box), words)
  },
  async sample({ db, words }, organizationId, objectId) {
    const named = objectId === null ? db.sql`true` : db.sql`c.id = ${objectId}`
    const person = await findPerson(db, db.sql`c.organization_id = ${organizationId} and ${named}`)
    return person && written(person, SAMPLE_CODE, words)
  },
}

async function findPerson({ sql }: Db, condition: Fragment): Promise<Person | undefined> {
  const [row] = await sql<{ organization: object; customer: object }[]>`
    select ${organizationJson(sql)} as organization, to_json(c) as customer
    from customers c join organizations o on o.id = c.organization_id
    where c.deleted_at is null and ${condition} order by c.created_at desc, c.id desc limit 1`
  return row && { organization: organizationFromJson(row.organization), customer: customerFromJson(row.customer) }
}

function written({ organization, customer }: Person, code: string, words: Words): Written {
  const letter = codeLetter(organization.name, code, words)
  return { organization, letter, to: customer.email, recipientId: customer.id, audience: 'guest' }
}

/** The code is not in the subject: those are shown on locked screens. */
function codeLetter(seller: string, code: string, { signIn: say }: Words): Letter {
  return {
    subject: say.subject(seller),
    preview: say.preview,
    blocks: [
      { kind: 'heading', text: say.heading },
      { kind: 'text', text: say.text(seller) },
      { kind: 'code', text: code },
      { kind: 'note', text: say.note },
    ],
  }
}
