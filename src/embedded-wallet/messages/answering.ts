import type { AppEventName } from '../../connectors/embedded/protocol/app-events.ts'
import type { FailureCode } from '../../connectors/embedded/protocol/frame-events.ts'
import { framePrefix } from '../../connectors/embedded/protocol/frame-events.ts'
import { type AppEvent, readAppEvent } from '../../connectors/embedded/protocol/read-event.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import { WindowBlocked } from '../screen/window/window-blocked.ts'
import type { Parent } from './parent.ts'

/** Resolves with the payload of the answer. If the promise rejects, the answer has the error's message. */
export type AnswerEvent = (event: AppEvent) => Promise<unknown>

/** The maximum number of events that are answered at the same time. Honest pages never reach it. */
const mostOpen = 64
/** The maximum number of ids to remember. */
const mostIds = 10_000

/** Answers each event of the page, and each id only once. */
export function answerParent(parent: Parent, answer: AnswerEvent): void {
  const seen = new Set<string>()
  let open = 0

  /** Returns whether an id is new. An event without an id always counts as new. */
  const isNew = (id: string | undefined) => {
    if (id === undefined) return true
    if (seen.has(id)) return false
    seen.add(id)
    const [oldest] = seen
    if (seen.size > mostIds && oldest !== undefined) seen.delete(oldest)
    return true
  }
  const post = (name: AppEventName, id: string | undefined, end: 'SUCCESS' | 'ERROR', payload: unknown) =>
    parent.post({
      type: `${framePrefix}${name}_${end}`,
      ...(id !== undefined && { id }),
      ...(payload !== undefined && { payload }),
    })

  parent.listen(async (data) => {
    const event = readAppEvent(data)
    if (!event) return
    if ('kind' in event) {
      // Without an id, don't answer, because the page couldn't match the answer.
      if (event.name && event.id !== undefined && isNew(event.id))
        post(event.name, event.id, 'ERROR', { message: event.reason })
      return
    }
    const { name, id } = event
    if (!isNew(id)) return
    if (open >= mostOpen) {
      post(name, id, 'ERROR', { message: 'Too many requests at a time. Wait for the answers first.' })
      return
    }
    open++
    try {
      post(name, id, 'SUCCESS', await answer(event))
    } catch (error) {
      post(name, id, 'ERROR', { message: messageOf(error), ...codeOf(error) })
    } finally {
      open--
    }
  })
}

/**
 * Returns our additional fields for errors that the page must distinguish. Other implementations of the page ignore these
 * fields.
 */
function codeOf(error: unknown): { readonly code?: FailureCode; readonly hash?: string } {
  if (error instanceof WindowBlocked) return { code: error.code }
  if (!(error instanceof ProviderError)) return {}
  const { maybeSent, hash } = Object(error.data) as { readonly maybeSent?: unknown; readonly hash?: unknown }
  return maybeSent === true ? { code: 'maybe-sent', ...(typeof hash === 'string' && { hash }) } : {}
}

/** Returns the message of an error. The protocol has no other field for errors. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'An error occurred'
}
