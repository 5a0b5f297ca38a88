import { describe, expect, it } from 'vitest'
import type { Acceptance, Api, Reply } from './api.ts'
import { App, type State } from './app.ts'
import type { Accepted, ErrorBody, Preview } from './shapes.ts'

const PREVIEW: Preview = {
  organization: { name: 'Northwind Audio' },
  role: 'admin',
  email: 'grace@example.com',
  invited_by_name: null,
  expires_at: '2026-02-07T09:30:00.000Z',
}
const ACCEPTED: Accepted = { organization: { name: 'Northwind Audio' }, role: 'admin', token: 'till_pat_1' }
const NOTHING: Acceptance = { name: '', ownToken: '' }
const AWAY = { kind: 'unreachable' } as const
const refused = (status: number, body: ErrorBody) => ({ kind: 'refused', status, body }) as const

/** Accepts are answered one after the other. */
async function scene(preview: Reply<Preview>, ...accepts: readonly Reply<Accepted>[]) {
  const answers = [...accepts]
  const keys: string[] = []
  const api: Api = {
    preview: async () => preview,
    async accept(_, key) {
      keys.push(key)
      return answers.shift() ?? AWAY
    },
  }
  const states: State[] = []
  let joined = 0
  const app = new App(
    api,
    (state) => void states.push(state),
    () => {
      joined += 1
    },
  )
  await app.load()
  return {
    keys,
    last: () => states.at(-1),
    joined: () => joined,
    accept: (given = NOTHING) => app.accept(PREVIEW, given),
  }
}

describe('an invitation', () => {
  it('is shown, accepted, and taken out of the address', async () => {
    const page = await scene({ kind: 'ok', body: PREVIEW }, { kind: 'ok', body: ACCEPTED })
    expect(page.last()).toMatchObject({ screen: 'offer', isBusy: false, problem: null })
    await page.accept()
    expect(page.last()).toEqual({ screen: 'joined', accepted: ACCEPTED })
    expect(page.joined()).toBe(1)
  })

  it.each([
    [404, {}, 'No such invitation'],
    [403, { code: 'invitation_accepted' }, 'Already accepted'],
    [403, { code: 'invitation_withdrawn' }, 'Withdrawn'],
    [403, { code: 'invitation_expired' }, 'Expired'],
  ])('that is over says so, when it is opened and when it is accepted (%i %j)', async (status, body, title) => {
    const opened = await scene(refused(status, body))
    expect(opened.last()).toMatchObject({ screen: 'over', message: { title } })
    const page = await scene({ kind: 'ok', body: PREVIEW }, refused(status, body))
    await page.accept()
    expect(page.last()).toMatchObject({ screen: 'over', message: { title } })
    expect(page.joined()).toBe(0)
  })

  it('can be asked for again when the server does not answer', async () => {
    expect((await scene(AWAY)).last()).toEqual({ screen: 'unreachable' })
    expect((await scene(refused(400, {}))).last()).toEqual({ screen: 'unreachable' })
  })

  it('is missing in an address that lost it', async () => {
    const states: State[] = []
    const app = new App(
      null,
      (state) => void states.push(state),
      () => {},
    )
    await app.load()
    expect(states).toMatchObject([{ screen: 'over', message: { title: 'No invitation here' } }])
  })
})

describe('accepting', () => {
  it('asks with the same key after a lost answer, so that the token comes again', async () => {
    const page = await scene({ kind: 'ok', body: PREVIEW }, AWAY, { kind: 'ok', body: ACCEPTED })
    await page.accept()
    expect(page.last()).toMatchObject({
      screen: 'offer',
      problem: { field: null, text: expect.stringContaining('again') },
    })
    await page.accept()
    expect(page.last()).toMatchObject({ screen: 'joined' })
    expect(page.keys).toEqual([page.keys[0], page.keys[0]])
    expect(page.keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  it('asks with another key for other input, which is another request', async () => {
    const page = await scene({ kind: 'ok', body: PREVIEW }, AWAY, AWAY)
    await page.accept()
    await page.accept({ ...NOTHING, name: 'Grace' })
    expect(new Set(page.keys).size).toBe(2)
  })

  it.each([
    [401, { code: 'invalid_token' }, 'ownToken'],
    [403, { code: 'personal_token_needed' }, 'ownToken'],
    [403, { code: 'already_member' }, 'ownToken'],
    [422, { detail: [{ loc: ['body', 'name'] }] }, 'name'],
    [400, { detail: 'No.' }, null],
  ])('%i %j is said where it belongs', async (status, body, field) => {
    const page = await scene({ kind: 'ok', body: PREVIEW }, refused(status, body))
    await page.accept({ name: 'Grace', ownToken: 'till_pat_2' })
    expect(page.last()).toMatchObject({ screen: 'offer', isBusy: false, problem: { field } })
  })
})
