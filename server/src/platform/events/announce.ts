import { changedKeys } from '../../kernel/same.ts'
import type { Tx } from '../postgres/transaction.ts'
import type { EventDraft } from './event.ts'
import type { EventType } from './types.ts'

/** The object that an event is about. */
export interface Subject {
  readonly type: string
  readonly id: string
  readonly organizationId: string
  readonly version: number
}

export function creation(type: EventType, subject: Subject, data: object): EventDraft {
  return { ...headOf(type, subject), data, previousAttributes: null }
}

/** Says what the changed fields held before. `modified_at` always changes, so it says nothing. */
export function change(type: EventType, subject: Subject, before: object, after: object): EventDraft {
  const was = before as Record<string, unknown>
  const keys = changedKeys(was, after as Record<string, unknown>).filter((key) => key !== 'modified_at')
  return {
    ...headOf(type, subject),
    data: after,
    previousAttributes: Object.fromEntries(keys.map((key) => [key, was[key]])),
  }
}

/** Shows the object as it was last shown. The version is the one after. */
export function deletion(type: EventType, subject: Subject, data: object): EventDraft {
  return { ...headOf(type, subject), data, previousAttributes: null }
}

export function announceCreation(tx: Tx, type: EventType, subject: Subject, data: object): void {
  tx.emit(creation(type, subject, data))
}

export function announceChange(tx: Tx, type: EventType, subject: Subject, before: object, after: object): void {
  tx.emit(change(type, subject, before, after))
}

export function announceDeletion(tx: Tx, type: EventType, subject: Subject, data: object): void {
  tx.emit(deletion(type, subject, data))
}

function headOf(type: EventType, subject: Subject) {
  return {
    organizationId: subject.organizationId,
    type,
    objectType: subject.type,
    objectId: subject.id,
    objectVersion: subject.version,
  }
}
