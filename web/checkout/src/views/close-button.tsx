import { useSurface } from './context.ts'

/** The first thing that a keyboard reaches, and where a hand looks for it. */
export function CloseButton() {
  const { close, language } = useSurface()
  if (close === null) return null
  return (
    <button type="button" class="close" aria-label={language.texts.close} onClick={close}>
      <span aria-hidden="true">×</span>
    </button>
  )
}
