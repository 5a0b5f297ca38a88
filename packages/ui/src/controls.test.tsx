import { type ComponentChildren, isValidElement, type VNode } from 'preact'
import { describe, expect, it } from 'vitest'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Choices } from './choices.tsx'
import { Checkbox, Field, Select, TextInput } from './field.tsx'
import { LinkedText } from './linked-text.tsx'

type Props = Record<string, unknown> & { children?: ComponentChildren }

/** Every element that this becomes, from the outside in. Only for what keeps no state of its own. */
function elementsOf(node: ComponentChildren): VNode<Props>[] {
  if (Array.isArray(node)) return node.flatMap(elementsOf)
  if (!isValidElement(node)) return []
  const { type, props } = node as VNode<Props>
  if (typeof type !== 'string') return elementsOf((type as (props: Props) => ComponentChildren)(props))
  return [node as VNode<Props>, ...elementsOf(props.children)]
}

/** The first element of this kind: its attributes. */
const find = (node: ComponentChildren, type: string): Props | undefined =>
  elementsOf(node).find((element) => element.type === type)?.props
const withId = (node: ComponentChildren, id: unknown): Props | undefined =>
  elementsOf(node).find(({ props }) => props.id === id)?.props

function happen(props: Props | undefined, name: string, event: unknown = {}): void {
  const handler = props?.[name]
  if (typeof handler !== 'function') throw new Error(`Nothing listens to ${name}`)
  handler(event)
}

describe('Field', () => {
  const field = (problem?: string, hint?: string) => (
    <Field id="email" label="E-mail" problem={problem} hint={hint} required>
      {(attributes) => <TextInput {...attributes} value="a" onText={() => {}} />}
    </Field>
  )

  it('ties a control to its label', () => {
    expect(find(field(), 'label')).toMatchObject({ for: 'email' })
    expect(find(field(), 'input')).toMatchObject({ id: 'email', required: true, value: 'a' })
  })

  it('ties a control to what is wrong with it, then to its hint', () => {
    const input = find(field('Wrong.', 'For your receipt.'), 'input')
    expect(input).toMatchObject({ 'aria-invalid': true, 'aria-describedby': 'email-problem email-hint' })
    expect(withId(field('Wrong.', 'For your receipt.'), 'email-problem')).toMatchObject({ children: 'Wrong.' })
    expect(withId(field(undefined, 'For your receipt.'), 'email-hint')).toMatchObject({ children: 'For your receipt.' })
  })

  it('points to nothing that is not there', () => {
    expect(find(field(), 'input')).not.toHaveProperty('aria-describedby')
    expect(find(field(), 'input')).not.toHaveProperty('aria-invalid')
    expect(withId(field(), 'email-problem')).toBeUndefined()
  })
})

it('a checkbox is tied to what is wrong with it', () => {
  const box = <Checkbox id="terms" label="Terms" isChecked={false} onChange={() => {}} problem="Tick it." required />
  expect(find(box, 'label')).toMatchObject({ for: 'terms' })
  expect(find(box, 'input')).toMatchObject({
    'aria-invalid': true,
    'aria-describedby': 'terms-problem',
    required: true,
  })
  expect(withId(box, 'terms-problem')).toMatchObject({ children: 'Tick it.' })
})

it('a select offers a first choice that is none', () => {
  const options = [{ value: 'DE', label: 'Germany' }]
  const list = (empty?: string) => (
    <Select value="" options={options} {...(empty !== undefined && { empty })} onText={() => {}} />
  )
  const labels = (node: ComponentChildren) =>
    elementsOf(node).flatMap(({ type, props }) => (type === 'option' ? [props.children] : []))
  expect(labels(list('Choose …'))).toEqual(['Choose …', 'Germany'])
  expect(labels(list())).toEqual(['Germany'])
})

it('links in a text open beside the page, and tell nobody where they were', () => {
  const text = <LinkedText text="See [the manual](https://example.com/m), or [run](javascript:1)." />
  expect(find(text, 'a')).toEqual({
    href: 'https://example.com/m',
    dir: 'auto',
    target: '_blank',
    rel: 'noopener noreferrer nofollow',
    children: 'the manual',
  })
  expect(elementsOf(text).filter(({ type }) => type === 'a')).toHaveLength(1)
})

it('a choice says what it saves', () => {
  const choices = [
    { value: 'month', label: 'Monthly' },
    { value: 'year', label: 'Yearly', badge: 'Save 16%' },
  ]
  const group = <Choices name="p" legend="Price" choices={choices} value="year" onChoose={() => {}} />
  const badges = elementsOf(group).flatMap(({ props }) => (props.class === 'badge' ? [props.children] : []))
  expect(badges).toEqual(['Save 16%'])
})

it('of several choices one is chosen', () => {
  const chosen: string[] = []
  const choices = ['month', 'year'].map((value) => ({ value, label: value }))
  const group = (
    <Choices name="p" legend="Price" choices={choices} value="year" onChoose={(value) => chosen.push(value)} />
  )
  const inputs = elementsOf(group).flatMap(({ type, props }) => (type === 'input' ? [props] : []))
  expect(inputs.map(({ value, checked, name }) => [value, checked, name])).toEqual([
    ['month', false, 'p'],
    ['year', true, 'p'],
  ])
  happen(inputs[0], 'onChange')
  expect(chosen).toEqual(['month'])
})

describe('Button', () => {
  const press = (isBusy: boolean) => {
    const pressed: string[] = []
    const event = { preventDefault: () => pressed.push('stopped') }
    const button = (
      <Button isBusy={isBusy} onClick={() => void pressed.push('pressed')}>
        Pay
      </Button>
    )
    const props = find(button, 'button')
    happen(props, 'onClick', event)
    return { pressed, props }
  }

  it('can be pressed', () => {
    expect(press(false).pressed).toEqual(['pressed'])
  })

  it('that works on it can be focused, and pressing it does nothing: no form is sent', () => {
    const { pressed, props } = press(true)
    expect(pressed).toEqual(['stopped'])
    expect(props).toMatchObject({ 'aria-disabled': true })
    expect(props).not.toHaveProperty('disabled')
  })
})

it.each(['wrong', 'notice'] as const)('what is %s is read out at once, and can be focused', (kind) => {
  expect(find(<Alert kind={kind}>Look.</Alert>, 'div')).toMatchObject({ role: 'alert', tabIndex: -1 })
})
