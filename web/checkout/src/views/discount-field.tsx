import { Button, Field, TextInput } from '@till/ui'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { takesCode } from '../form/shown.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { discountText } from '../texts/words.ts'
import { useField } from './bound-field.tsx'
import { useSurface } from './context.ts'

interface Props {
  readonly screen: Editing | Confirming
}

interface PartProps extends Props {
  /** The buyer has pressed something. */
  readonly ask: (wish: 'code_asked' | 'code_removed') => void
}

/** A code can be brought, and taken off again; a discount of the seller's own stays. */
export function DiscountField({ screen }: Props) {
  const { send } = useSurface()
  const { checkout } = screen
  const place = useRef<HTMLDivElement>(null)
  const isAsked = useRef(false)
  const isApplied = checkout.discount !== null
  useEffect(() => {
    // Whoever uses the keyboard goes on beside it. Who has gone elsewhere, or pressed nothing here, is not taken there.
    if (isAsked.current && document.activeElement === document.body) place.current?.querySelector('button')?.focus()
    isAsked.current = false
  }, [isApplied])
  const ask: PartProps['ask'] = (wish) => {
    isAsked.current = true
    send({ is: wish })
  }
  const part = { screen, ask }
  return (
    <div ref={place}>
      {checkout.discount ? <AppliedDiscount {...part} /> : takesCode(checkout) && <CodeField {...part} />}
    </div>
  )
}

function AppliedDiscount({ screen, ask }: PartProps) {
  const { language } = useSurface()
  const { form } = language.texts
  const { discount, is_discount_fixed } = screen.checkout
  if (!discount) return null
  const name = discount.code ?? discount.name
  const isSaving = screen.at === 'editing' && screen.saving !== null
  return (
    <div class="applied">
      <p>
        <strong>{form.applied(name)}</strong>{' '}
        <span>{discountText(discount, screen.checkout.product_price.recurring_interval, language)}</span>
      </p>
      {!is_discount_fixed && (
        <Button kind="quiet" isBusy={isSaving} aria-label={form.removeCode(name)} onClick={() => ask('code_removed')}>
          {form.remove}
        </Button>
      )}
    </div>
  )
}

/** Behind a button: most buyers have no code, and should not go looking for one. */
function CodeField({ screen, ask }: PartProps) {
  const { form } = useSurface().language.texts
  const { id, value, problem, onText } = useField({ screen, name: 'code' })
  // What was typed before a reload is shown. Only who opens the field now wants to type now.
  const [opened, setOpened] = useState<'before' | 'now' | null>(value === '' ? null : 'before')
  useLayoutEffect(() => {
    if (opened === 'now') document.getElementById(id)?.focus()
  }, [opened, id])
  if (opened === null && !problem) {
    return (
      <div>
        <Button kind="quiet" onClick={() => setOpened('now')}>
          {form.haveCode}
        </Button>
      </div>
    )
  }
  const isSaving = screen.at === 'editing' && screen.saving !== null
  const apply = () => ask('code_asked')
  return (
    <Field id={id} label={form.code} problem={problem}>
      {(attributes) => (
        <div class="joined">
          <TextInput
            {...attributes}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellcheck={false}
            value={value}
            onText={onText}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              apply()
            }}
          />
          <Button isBusy={isSaving} onClick={apply}>
            {form.apply}
          </Button>
        </div>
      )}
    </Field>
  )
}
