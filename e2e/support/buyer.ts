import type { Locator, Page } from 'playwright-core'

export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  expired: '4000 0000 0000 0069',
  wrongCode: '4000 0000 0000 0127',
  processingError: '4000 0000 0000 0119',
  challenge: '4000 0027 6000 3184',
} as const

/** What a person does on the page, by what they can see and hear. */
export class Buyer {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url)
    await this.payButton.waitFor()
  }

  get payButton(): Locator {
    return this.page.locator('form button[type=submit]')
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 })
  }

  field(label: string | RegExp): Locator {
    return this.page.getByLabel(label, { exact: typeof label === 'string' })
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    await this.field(label).fill(text)
  }

  async contact(email: string): Promise<void> {
    await this.fill('E-mail', email)
  }

  async card(number: string): Promise<void> {
    await this.fill('Card number', number)
    await this.fill('Expiry', '12/34')
    await this.fill('Security code', '123')
  }

  async pay(): Promise<void> {
    await this.payButton.click()
  }

  async buy(email: string, card: string = CARDS.good): Promise<void> {
    await this.contact(email)
    await this.card(card)
    await this.pay()
  }

  /** Until the purchase is shown. */
  async thanks(): Promise<void> {
    await this.page.getByRole('heading', { name: 'Thank you!' }).waitFor()
  }
}
