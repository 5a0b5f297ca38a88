import { fieldIssue, type InputIssue, InvalidInput } from '../../../kernel/invalid-input.ts'
import type { UploadPart } from '../model.ts'
import type { FileUploadCompleted } from '../schema.ts'
import { etagOfSum, isSameSum } from './sums.ts'

/** A part whose bytes are in the storage. */
export interface ArrivedPart extends UploadPart {
  readonly blobId: string
  readonly arrivedSha256Hex: string
}

/** The parts in order, when all of them have arrived and are what the seller says they are. */
export function requireArrived(parts: readonly UploadPart[], body: FileUploadCompleted): readonly ArrivedPart[] {
  const said = new Map(body.parts.map((part, index) => [part.number, { part, index }]))
  const issues = body.parts.flatMap((part, index) => repeatIssues(part.number, index, said, parts))
  const arrived: ArrivedPart[] = []
  for (const part of parts) {
    const entry = said.get(part.number)
    if (!entry) {
      issues.push(fieldIssue('parts', `Part ${part.number} is missing here`, null))
    } else if (part.blobId === null || part.arrivedSha256Hex === null) {
      const place = ['parts', entry.index, 'number']
      issues.push(fieldIssue(place, 'The bytes of this part have not arrived yet', part.number))
    } else {
      issues.push(...sumIssues(entry.part, entry.index, part.arrivedSha256Hex))
      arrived.push({ ...part, blobId: part.blobId, arrivedSha256Hex: part.arrivedSha256Hex })
    }
  }
  if (issues.length > 0) throw new InvalidInput(issues)
  return arrived
}

type Said = ReadonlyMap<number, { readonly index: number }>

function repeatIssues(number: number, index: number, said: Said, parts: readonly UploadPart[]): InputIssue[] {
  if (said.get(number)?.index !== index) return [at(index, 'number', 'This part is named twice', number)]
  if (parts.some((part) => part.number === number)) return []
  return [at(index, 'number', 'The upload has no such part', number)]
}

function sumIssues(part: FileUploadCompleted['parts'][number], index: number, sha256Hex: string): InputIssue[] {
  const etag = part.checksum_etag.replace(/^(?:W\/)?"(.*)"$/, '$1')
  const issues: InputIssue[] = []
  if (etag !== etagOfSum(sha256Hex)) {
    const msg = 'This is not the ETag that the part was answered with'
    issues.push(at(index, 'checksum_etag', msg, part.checksum_etag))
  }
  const sum = part.checksum_sha256_base64
  if (typeof sum === 'string' && !isSameSum(sum, sha256Hex)) {
    issues.push(at(index, 'checksum_sha256_base64', 'The bytes that arrived have another SHA-256', sum))
  }
  return issues
}

function at(index: number, field: string, msg: string, input: unknown): InputIssue {
  return fieldIssue(['parts', index, field], msg, input)
}
