import { Button, CopyButton, isolated, LinkedText } from '@till/ui'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Checkout, Download, LicenseKey } from '../api/shapes.ts'
import type { Goods, Note, Paid } from '../machine/screen.ts'
import { asOffered } from '../offer.ts'
import { dayText, sizeText } from '../texts/words.ts'
import { useSurface } from './context.ts'

interface Props {
  readonly screen: Paid
}

export function LicenseKeys({ screen: { keys, checkout } }: Props) {
  const { texts } = useSurface().language
  const { paid } = texts
  const hidden = paid.keysHidden(checkout.organization.mail_settings.order_receipts)
  const said = {
    loading: paid.keysLoading,
    hidden: <Hidden said={hidden} checkout={checkout} />,
    unreachable: paid.keysUnreachable,
  }
  const nameOf = (id: string) => checkout.product.benefits.find((benefit) => benefit.id === id)?.description
  return (
    <GoodsSection goods={keys} title={paid.keys(keys.kind === 'shown' ? keys.items.length : 1)} said={said}>
      {(items) =>
        asOffered(items, checkout).map((key) => <Key key={key.id} licenseKey={key} name={nameOf(key.benefit_id)} />)
      }
    </GoodsSection>
  )
}

function Key({ licenseKey, name }: { readonly licenseKey: LicenseKey; readonly name: string | undefined }) {
  const { texts, locale } = useSurface().language
  const { paid } = texts
  const { key, limit_activations: limit, expires_at: end } = licenseKey
  const terms = [limit !== null && paid.machines(limit), end !== null && paid.validUntil(dayText(end, locale))]
  return (
    <li>
      {name && <p>{name}</p>}
      <div class="joined">
        <code>{key}</code>
        <CopyButton
          text={key}
          what={[paid.keyCopy, name].filter(Boolean).join(' ')}
          labels={{ copy: paid.copy, copied: paid.copied, failed: paid.copyFailed }}
        />
      </div>
      <p class="hint">{terms.filter(Boolean).join(' ')}</p>
    </li>
  )
}

/** What only the buyer's own tab may show, and whom everybody else can ask. */
function Hidden({ said, checkout: { organization } }: { readonly said: string; readonly checkout: Checkout }) {
  const { ask } = useSurface().language.texts.paid
  const { email } = organization
  if (email === null) return `${said} ${ask(null)}`
  const [before, after] = ask(email).split(email)
  return (
    <>
      {said} {before}
      <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{email}</a>
      {after}
    </>
  )
}

export function Downloads({ screen: { downloads, checkout } }: Props) {
  const { paid } = useSurface().language.texts
  const hidden = <Hidden said={paid.downloadsHidden} checkout={checkout} />
  const said = { loading: paid.downloadsLoading, hidden, unreachable: paid.downloadsUnreachable }
  return (
    <GoodsSection goods={downloads} title={paid.downloads} said={said}>
      {(items) => asOffered(items, checkout).map((item) => <File key={item.id} item={item} />)}
    </GoodsSection>
  )
}

function File({ item: { file } }: { readonly item: Download }) {
  const { texts, locale } = useSurface().language
  const { paid } = texts
  const about = [file.version, sizeText(file.size, locale)].filter(Boolean).join(' · ')
  return (
    <li class="file">
      <div>
        <p>{file.name}</p>
        <p class="hint">{about}</p>
      </div>
      <a class="button plain" href={file.download.url} aria-label={`${paid.download}: ${isolated(file.name)}`}>
        {paid.download}
      </a>
    </li>
  )
}

/** What the seller tells those who have bought. Whether there is anything to tell shows when it is there. */
export function Notes({ screen: { notes, checkout } }: Props) {
  const { paid } = useSurface().language.texts
  if (notes.kind === 'loading' || notes.kind === 'hidden') return null
  const said = { loading: '', hidden: '', unreachable: paid.notesUnreachable }
  return (
    <GoodsSection goods={notes} title={paid.notes(isolated(checkout.organization.name))} said={said}>
      {(items) => items.map((note) => <NoteItem key={note.benefit_id} note={note} />)}
    </GoodsSection>
  )
}

function NoteItem({ note: { title, text } }: { readonly note: Note }) {
  return (
    <li class="told">
      <p>{title}</p>
      <p dir="auto">
        <LinkedText text={text} />
      </p>
    </li>
  )
}

interface SectionProps<Item> {
  readonly goods: Goods<Item>
  readonly title: string
  readonly said: Readonly<Record<'loading' | 'hidden' | 'unreachable', ComponentChildren>>
  readonly children: (items: readonly Item[]) => ComponentChildren
}

function GoodsSection<Item>({ goods, title, said, children }: SectionProps<Item>) {
  if (goods.kind === 'none' || (goods.kind === 'shown' && goods.items.length === 0)) return null
  return (
    <section class="card" tabIndex={-1}>
      <h2>{title}</h2>
      {goods.kind === 'shown' ? <ul>{children(goods.items)}</ul> : <p>{said[goods.kind]}</p>}
      {goods.kind === 'unreachable' && (
        <div>
          <TryAgain what={title} />
        </div>
      )}
    </section>
  )
}

interface TryAgainProps {
  /** What is missing, for those who hear the page. */
  readonly what: string
  readonly kind?: 'plain' | 'quiet'
}

/** Fetches all that is missing. What comes takes its place. */
export function TryAgain({ what, kind = 'plain' }: TryAgainProps) {
  const { language, send } = useSurface()
  const { tryAgain } = language.texts.paid
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const button = place.current?.querySelector('button')
    const section = button?.closest('section')
    return () => {
      // Whoever pressed it with the keyboard goes on at what has come.
      if (button && document.activeElement === button) section?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <span ref={place}>
      <Button kind={kind} aria-label={`${tryAgain}: ${what}`} onClick={() => send({ is: 'asked_again' })}>
        {tryAgain}
      </Button>
    </span>
  )
}
