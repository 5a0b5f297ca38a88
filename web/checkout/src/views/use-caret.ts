import { useLayoutEffect, useRef } from 'preact/hooks'
import { caretIn } from '../form/card.ts'

/** Digits move into other groups while somebody mends one in their midst. The caret stays where they type. */
export function useCaret(id: string): (typed: string, shaped: string) => string {
  const wanted = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (wanted.current !== null) inputOf(id)?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = null
  })
  return (typed, shaped) => {
    wanted.current = caretIn(shaped, typed, inputOf(id)?.selectionStart ?? typed.length)
    return shaped
  }
}

function inputOf(id: string): HTMLInputElement | null {
  const element = document.getElementById(id)
  return element instanceof HTMLInputElement ? element : null
}
