import { Button, CopyButton, isolated, LinkedText } from '@till/ui'
import type { ComponentChildren } from 'preact'
import type { Download, LicenseKey } from '../api/shapes.ts'
import type { Goods, Note, Paid } from '../machine/screen.ts'
import { dayText, sizeText } from '../texts/words.ts'
import { useSurface } from './context.ts'

interface Props {
  readonly screen: Paid
}

export function LicenseKeys({ screen: { keys, checkout } }: Props) {
  const { texts } = useSurface().language
  const { paid } = texts
  const said = { loading: paid.keysLoading, hidden: paid.keysHidden, unreachable: paid.keysUnreachable }
  const nameOf = (id: string) => checkout.product.benefits.find((benefit) => benefit.id === id)?.description
  return (
    <GoodsSection goods={keys} title={paid.keys(keys.kind === 'shown' ? keys.items.length : 1)} said={said}>
      {(items) => items.map((key) => <Key key={key.id} licenseKey={key} name={nameOf(key.benefit_id)} />)}
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

export function Downloads({ screen: { downloads } }: Props) {
  const { paid } = useSurface().language.texts
  const said = { loading: paid.downloadsLoading, hidden: paid.downloadsHidden, unreachable: paid.downloadsUnreachable }
  return (
    <GoodsSection goods={downloads} title={paid.downloads} said={said}>
      {(items) => items.map((item) => <File key={item.id} item={item} />)}
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
  readonly said: Readonly<Record<'loading' | 'hidden' | 'unreachable', string>>
  readonly children: (items: readonly Item[]) => ComponentChildren
}

function GoodsSection<Item>({ goods, title, said, children }: SectionProps<Item>) {
  const { language, send } = useSurface()
  if (goods.kind === 'none' || (goods.kind === 'shown' && goods.items.length === 0)) return null
  return (
    <section class="card" aria-live="polite" aria-busy={goods.kind === 'loading'}>
      <h2>{title}</h2>
      {goods.kind === 'shown' ? <ul>{children(goods.items)}</ul> : <p>{said[goods.kind]}</p>}
      {goods.kind === 'unreachable' && (
        <div>
          <Button onClick={() => send({ is: 'asked_again' })}>{language.texts.paid.tryAgain}</Button>
        </div>
      )}
    </section>
  )
}
