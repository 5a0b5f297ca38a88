import { useSurface } from './context.ts'

/** The first thing that a keyboard reaches, and where a hand looks for it. */
export function CloseButton() {
  const { isOverlay, close, language } = useSurface()
  if (!isOverlay || close === null) return null
  return (
    <button type="button" class="close" aria-label={language.texts.close} onClick={close}>
      <span aria-hidden="true">×</span>
    </button>
  )
}
