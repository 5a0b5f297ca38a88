import { fieldIssue, type InputIssue, InvalidInput } from '../../../kernel/invalid-input.ts'
import type { AttachedField, CustomField } from '../../custom-fields/index.ts'
import type { StoredFile } from '../../files/index.ts'
import type { ProductUpdate } from '../schema.ts'

export type AttachmentsInput = Pick<ProductUpdate, 'medias' | 'attached_custom_fields'>

export interface Attachments {
  readonly medias: readonly StoredFile[]
  readonly attachedFields: readonly AttachedField[]
}

/** What of the ids in a body was found in the organization, and can be used. */
export interface Found {
  readonly files: readonly StoredFile[]
  readonly fields: readonly CustomField[]
}

/** The lists that a body asks for, in its order; absent keeps, null clears. Every id that cannot stay is reported. */
export function attachmentsAfter(before: Attachments, input: AttachmentsInput, found: Found): Attachments {
  const [medias, mediaIssues] = pick(input.medias ?? [], found.files, 'file', (index) => ['medias', index])
  const given = input.attached_custom_fields ?? []
  const [fields, fieldIssues] = pick(
    given.map((each) => each.custom_field_id),
    found.fields,
    'custom field',
    (index) => ['attached_custom_fields', index, 'custom_field_id'],
  )
  const issues = [...mediaIssues, ...fieldIssues]
  if (issues.length > 0) throw new InvalidInput(issues)
  return {
    medias: input.medias === undefined ? before.medias : unlessSame(before.medias, medias, isSameFile),
    attachedFields:
      input.attached_custom_fields === undefined
        ? before.attachedFields
        : unlessSame(before.attachedFields, attached(fields, given), isSameAttachment),
  }
}

/** The very list of before when the new one says the same, so that nothing counts as changed. */
function unlessSame<Item>(before: readonly Item[], after: readonly Item[], isSame: (a: Item, b: Item) => boolean) {
  const same = before.length === after.length && before.every((item, index) => isSame(item, after[index] as Item))
  return same ? before : after
}

const isSameFile = (a: StoredFile, b: StoredFile) => a.id === b.id

const isSameAttachment = (a: AttachedField, b: AttachedField) => a.field.id === b.field.id && a.required === b.required

function attached(fields: readonly CustomField[], given: readonly { readonly required: boolean }[]): AttachedField[] {
  return fields.map((field, position) => ({ field, position, required: given[position]?.required ?? false }))
}

function pick<Item extends { readonly id: string }>(
  ids: readonly string[],
  found: readonly Item[],
  noun: string,
  placeOf: (index: number) => (string | number)[],
): [Item[], InputIssue[]] {
  const wanted = ids.map((id) => id.toLowerCase())
  const byId = new Map(found.map((item) => [item.id, item]))
  const issues = wanted.flatMap((id, index) => {
    if (wanted.indexOf(id) < index) return [fieldIssue(placeOf(index), `This ${noun} is in the list twice`, ids[index])]
    return byId.has(id) ? [] : [fieldIssue(placeOf(index), `There is no such ${noun}`, ids[index])]
  })
  return [wanted.flatMap((id) => byId.get(id) ?? []), issues]
}
