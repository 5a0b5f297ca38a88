import { useState } from 'preact/hooks'

interface MarkProps {
  readonly name: string
  readonly imageUrl: string | null
}

/** The seller's logo; the first letter of the name where there is none, or where it cannot be loaded. */
export function Mark({ name, imageUrl }: MarkProps) {
  const [isBroken, setBroken] = useState(false)
  if (imageUrl && !isBroken) {
    return <img class="mark" src={imageUrl} alt="" width="32" height="32" onError={() => setBroken(true)} />
  }
  const initial = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '·'
  return (
    <span class="mark letter" aria-hidden="true">
      {initial}
    </span>
  )
}
