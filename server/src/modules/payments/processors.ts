import type { PaymentsMode } from '../organizations/index.ts'
import { processorAway } from './errors.ts'
import type { ProcessorName } from './model.ts'
import type { InstantProcessor, InstantVerdict, PaymentProcessor } from './port.ts'

/** Who takes money here: the sandbox always, a real processor when its keys are set. */
export interface Processors {
  /** What is known of a confirmation token before anything is written. */
  judge(mode: PaymentsMode, confirmationToken: string | undefined): InstantVerdict
  /** For a purchase in this mode. */
  nameFor(mode: PaymentsMode): ProcessorName
  get(name: ProcessorName): PaymentProcessor
  /** What a page needs to talk to the processor itself. */
  pageKeys(mode: PaymentsMode): Readonly<Record<string, string>>
  has(name: ProcessorName): boolean
}

export interface LiveProcessor extends PaymentProcessor {
  readonly publishableKey: string
}

export function processorsOf(sandbox: PaymentProcessor & InstantProcessor, stripe: LiveProcessor | null): Processors {
  const nameFor = (mode: PaymentsMode): ProcessorName => (mode === 'live' ? 'stripe' : 'sandbox')
  return {
    judge(mode, token) {
      if (mode === 'sandbox') return sandbox.judge(token)
      // Somebody has taken the keys away. Nothing is begun that nobody could see through.
      if (stripe === null) throw processorAway()
      return { kind: token === undefined ? 'unknown_token' : 'remote' }
    },
    nameFor,
    has: (name) => name === 'sandbox' || stripe !== null,
    get(name) {
      if (name === 'sandbox') return sandbox
      if (stripe === null) throw new Error('a live payment needs the keys of its processor, and they are not set')
      return stripe
    },
    pageKeys: (mode) => (mode === 'live' && stripe ? { publishable_key: stripe.publishableKey } : {}),
  }
}

/** For whoever only describes the API. */
export const noProcessors: Processors = {
  judge: () => ({ kind: 'unknown_token' }),
  nameFor: () => 'sandbox',
  has: () => false,
  get: () => {
    throw new Error('there are no processors here')
  },
  pageKeys: () => ({}),
}
