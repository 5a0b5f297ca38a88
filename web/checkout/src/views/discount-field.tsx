import { Button, Field, TextInput } from '@till/ui'
import { useEffect, useRef, useState } from 'preact/hooks'
import { takesCode } from '../form/shown.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { discountText } from '../texts/words.ts'
import { useField } from './bound-field.tsx'
import { useSurface } from './context.ts'

interface Props {
  readonly screen: Editing | Confirming
}

/** A code can be brought, and taken off again; a discount of the seller's own stays. */
export function DiscountField({ screen }: Props) {
  const { checkout } = screen
  const place = useRef<HTMLDivElement>(null)
  const isApplied = checkout.discount !== null
  const before = useRef(isApplied)
  useEffect(() => {
    if (before.current === isApplied) return
    before.current = isApplied
    // The button that was pressed is gone. Whoever uses the keyboard goes on beside it.
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [isApplied])
  return (
    <div ref={place}>
      {checkout.discount ? <AppliedDiscount screen={screen} /> : takesCode(checkout) && <CodeField screen={screen} />}
    </div>
  )
}

function AppliedDiscount({ screen }: Props) {
  const { language, send } = useSurface()
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
        <Button
          kind="quiet"
          isBusy={isSaving}
          aria-label={form.removeCode(name)}
          onClick={() => send({ is: 'code_removed' })}
        >
          {form.remove}
        </Button>
      )}
    </div>
  )
}

/** Behind a button: most buyers have no code, and should not go looking for one. */
function CodeField({ screen }: Props) {
  const { language, send } = useSurface()
  const { form } = language.texts
  const { id, value, problem, onText } = useField({ screen, name: 'code' })
  const [isOpen, setOpen] = useState(value !== '')
  if (!isOpen && !problem) {
    return (
      <div>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {form.haveCode}
        </Button>
      </div>
    )
  }
  const isSaving = screen.at === 'editing' && screen.saving !== null
  const apply = () => send({ is: 'code_asked' })
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
            // Opened by the buyer, who wants to type now.
            autoFocus
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
