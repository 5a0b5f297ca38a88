import { changedKeys } from '../../kernel/same.ts'
import type { Tx } from '../postgres/transaction.ts'
import type { EventDraft } from './event.ts'

/** The object that an event is about. */
export interface Subject {
  readonly type: string
  readonly id: string
  readonly organizationId: string
  readonly version: number
}

export function creation(type: string, subject: Subject, data: object): EventDraft {
  return { ...headOf(type, subject), data, previousAttributes: null }
}

/** Says what the changed fields held before. `modified_at` always changes, so it says nothing. */
export function change(type: string, subject: Subject, before: object, after: object): EventDraft {
  const was = before as Record<string, unknown>
  const keys = changedKeys(was, after as Record<string, unknown>).filter((key) => key !== 'modified_at')
  return {
    ...headOf(type, subject),
    data: after,
    previousAttributes: Object.fromEntries(keys.map((key) => [key, was[key]])),
  }
}

export function announceCreation(tx: Tx, type: string, subject: Subject, data: object): void {
  tx.emit(creation(type, subject, data))
}

export function announceChange(tx: Tx, type: string, subject: Subject, before: object, after: object): void {
  tx.emit(change(type, subject, before, after))
}

function headOf(type: string, subject: Subject) {
  return {
    organizationId: subject.organizationId,
    type,
    objectType: subject.type,
    objectId: subject.id,
    objectVersion: subject.version,
  }
}
