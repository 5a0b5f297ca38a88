import type { FormValues } from '../form.ts'
import type { State } from '../state.ts'

/** A screen: built once, then told of every change until another screen takes its place. */
export interface View {
  readonly element: HTMLElement
  update(state: State): void
}

/** What a buyer can do on the page. */
export interface Actions {
  /** `code` is what stands in the field for one, applied or not. */
  pay(values: FormValues, code: string): void
  change(patch: object): void
  reload(): void
}
