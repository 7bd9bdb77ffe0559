import * as z from 'zod/mini'
import { type AppEventName, type AppPayload, appPayloads, appPrefix } from './app-events.ts'
import { type Answer, answers, type FailureCode, failure, framePrefix, notices } from './frame-events.ts'
import { isSmall } from './size.ts'
import { expected, validatorWords } from './validator-words.ts'

/** An event of the page. The frame has validated it. */
export type AppEvent = {
  readonly [N in AppEventName]: { readonly name: N; readonly id?: string; readonly payload: AppPayload<N> }
}[AppEventName]

/** An event of the frame. The page has validated it. */
export type FrameEvent =
  | {
      readonly [N in AppEventName]: {
        readonly kind: 'success'
        readonly name: N
        readonly id?: string
        readonly payload: Answer<N>
      }
    }[AppEventName]
  | {
      readonly kind: 'error'
      readonly name: AppEventName
      readonly id?: string
      readonly message?: string
      readonly code?: FailureCode
      readonly hash?: string
    }
  | { readonly kind: 'ready'; readonly version?: string }
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'asking'; readonly open: boolean }

/** The kinds of events that the frame sends without a request. */
const kinds = { READY: 'ready', SESSION_UPDATE: 'session', ASKING: 'asking' } as const

/** The reason why a message was refused, in the words of S2.5. */
export interface Unreadable {
  readonly kind: 'unreadable'
  readonly reason: string
  /** The event's name. Set if only the payload is invalid, so that the sender can get an error. */
  readonly name?: AppEventName
  readonly id?: string
}

/**
 * Reads an event of the page. Returns undefined for a message of another protocol. Most messages on a page belong to other
 * protocols.
 */
export function readAppEvent(data: unknown): AppEvent | Unreadable | undefined {
  const envelope = envelopeOf(data, appPrefix)
  if (!envelope) return undefined
  if ('kind' in envelope) return envelope
  const { name, id, payload } = envelope
  if (!Object.hasOwn(appPayloads, name)) return unreadable('Invalid input')
  const known = name as AppEventName
  const read = parsed(appPayloads[known], payload)
  if (!read.success) return { ...unreadable(read.reason), name: known, ...id }
  return { name: known, ...id, payload: read.data } as AppEvent
}

/** Reads an event of the frame. Returns undefined for a message of another protocol. */
export function readFrameEvent(data: unknown): FrameEvent | Unreadable | undefined {
  const envelope = envelopeOf(data, framePrefix)
  if (!envelope) return undefined
  if ('kind' in envelope) return envelope
  const { name: type, id, payload } = envelope
  if (Object.hasOwn(kinds, type)) {
    const notice = type as keyof typeof notices
    const read = parsed(notices[notice], payload)
    if (!read.success) return unreadable(read.reason)
    return { kind: kinds[notice], ...(read.data as object) } as FrameEvent
  }
  const [, name = '', end] = /^(\w+)_(SUCCESS|ERROR)$/.exec(type) ?? []
  if (!Object.hasOwn(answers, name)) return unreadable('Invalid input')
  const known = name as AppEventName
  const read = parsed(end === 'ERROR' ? failure : answers[known], payload)
  if (!read.success) return { ...unreadable(read.reason), name: known, ...id }
  if (end === 'ERROR') return { kind: 'error', name: known, ...id, ...(read.data as object | undefined) }
  return { kind: 'success', name: known, ...id, payload: read.data } as FrameEvent
}

function envelopeOf(data: unknown, prefix: string) {
  if (typeof data !== 'object' || data === null) return undefined
  const { type, id, payload } = data as Readonly<Record<string, unknown>>
  if (typeof type !== 'string' || !type.startsWith(prefix)) return undefined
  if (!isSmall(data)) return unreadable('The message is too large')
  if (id !== undefined && typeof id !== 'string') return unreadable(expected('string', id))
  return { name: type.slice(prefix.length), id: id === undefined ? undefined : { id }, payload }
}

function unreadable(reason: string): Unreadable {
  return { kind: 'unreadable', reason }
}

function parsed(
  schema: z.core.$ZodType | undefined,
  payload: unknown,
): { readonly success: true; readonly data: unknown } | { readonly success: false; readonly reason: string } {
  if (!schema) return { success: true, data: undefined }
  const { success, data, error } = z.safeParse(schema, payload, { error: validatorWords })
  return success ? { success, data } : { success, reason: error.issues[0]?.message ?? 'Invalid input' }
}
