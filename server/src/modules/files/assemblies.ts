import { hash } from 'node:crypto'
import { newId } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { CheckedBytes, requireSum } from './checked-bytes.ts'
import { ChangingUpload } from './errors.ts'
import type { StoredFile } from './model.ts'
import type { FileStorage } from './port.ts'
import type { ArrivedPart } from './rules/check-completion.ts'

/** All bytes of a file in one blob. */
export interface Whole {
  readonly blobId: string
  readonly sha256Hex: string
}

const LONGEST_MILLISECONDS = 3_600_000
const KEPT_MILLISECONDS = 60_000

/** Puts the parts of uploads together. Of many callers who want the same, one does the work and all get its result. */
export class Assemblies {
  readonly #storage: FileStorage
  readonly #known = new Map<string, Promise<Whole | null>>()

  constructor(storage: FileStorage) {
    this.#storage = storage
  }

  /** Null when the parts are no longer there; whoever asked has to look again at what there is. */
  assemble(file: StoredFile, parts: readonly ArrivedPart[]): Promise<Whole | null> {
    const name = nameOf(parts)
    const known = this.#known.get(name)
    if (known) return known
    const begun = this.#begin(file, parts)
    this.#known.set(name, begun)
    begun.then(
      (whole) => this.#forget(name, whole === null ? 0 : KEPT_MILLISECONDS),
      () => this.#forget(name, 0),
    )
    return begun
  }

  /** A result is kept for those who asked before it was saved, and come only now. */
  #forget(name: string, milliseconds: number): void {
    setTimeout(() => this.#known.delete(name), milliseconds).unref()
  }

  async #begin(file: StoredFile, parts: readonly ArrivedPart[]): Promise<Whole | null> {
    const [only, ...others] = parts
    if (only && others.length === 0) {
      // Nothing to put together: the part is the file.
      requireSum(file.checksumSha256Base64, only.arrivedSha256Hex)
      return { blobId: only.blobId, sha256Hex: only.arrivedSha256Hex }
    }
    const key = { fileId: file.id, blobId: newId() }
    const expected = { size: file.size, sha256Base64: file.checksumSha256Base64 }
    const checked = new CheckedBytes(this.#bytesOf(parts), expected)
    try {
      await this.#storage.put(key, checked, file.size)
    } catch (error) {
      if (error instanceof Refusal && error.kind === ChangingUpload) return null
      throw error
    }
    return { blobId: key.blobId, sha256Hex: checked.sha256Hex }
  }

  async *#bytesOf(parts: readonly ArrivedPart[]): AsyncGenerator<Uint8Array, void, undefined> {
    // The sweep relies on this: what is left over after some hours belongs to nobody who still works on it.
    const deadline = Date.now() + LONGEST_MILLISECONDS
    for (const { fileId, blobId, firstByte, nextByte } of parts) {
      const stream = await this.#storage.read({ fileId, blobId }, 0, nextByte - firstByte)
      // Another process has completed, changed or given up the upload meanwhile.
      if (stream === null) throw new Refusal(ChangingUpload)
      for await (const chunk of stream) {
        if (Date.now() > deadline) throw new Error('putting the parts of a file together took too long')
        yield chunk
      }
    }
  }
}

/** The same parts with the same bytes have the same name. */
function nameOf(parts: readonly ArrivedPart[]): string {
  return hash('sha256', parts.map((part) => part.blobId).join())
}
