import type { ApiDocument, Operation } from './document.ts'

/** An operation together with its address. */
export interface PlacedOperation extends Operation {
  readonly method: string
  readonly path: string
}

export function operationsOf(document: ApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}
