import { useEffect, useState } from 'preact/hooks'
import { Button } from './button.tsx'

interface CopyButtonProps {
  readonly text: string
  readonly labels: { readonly copy: string; readonly copied: string; readonly failed: string }
  /** What is copied, for those who hear the page. */
  readonly what: string
  readonly kind?: 'plain' | 'quiet'
  readonly onCopied?: () => void
}

const SHOWN_FOR = 2000

export function CopyButton({ text, labels, what, kind = 'plain', onCopied }: CopyButtonProps) {
  const [said, say] = useState<'copy' | 'copied' | 'failed'>('copy')
  useEffect(() => {
    if (said === 'copy') return
    const timer = setTimeout(() => say('copy'), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => {
    const isCopied = await copied(text)
    say(isCopied ? 'copied' : 'failed')
    if (isCopied) onCopied?.()
  }
  return (
    <>
      <Button kind={kind} aria-label={`${labels[said]}: ${what}`} onClick={copy}>
        {labels[said]}
      </Button>
      <span class="unseen" role="status">
        {said === 'copy' ? '' : labels[said]}
      </span>
    </>
  )
}

/** Pages without https, and frames without the permission, have no clipboard: then by way of a selection. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copiedBySelection(text)
  }
}

function copiedBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'unseen'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
  }
}
