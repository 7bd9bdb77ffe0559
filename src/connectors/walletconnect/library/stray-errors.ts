// Only the library calls these functions, so the types of their parameters aren't needed.
type Check = (params: never) => Promise<void>

/** The checks that the library starts without waiting for their result, when a message of the peer arrives. */
const checks = [
  'isValidConnect',
  'isValidDisconnect',
  'isValidEmit',
  'isValidExtend',
  'isValidPing',
  'isValidUpdate',
] as const

interface Message {
  readonly id: number
  readonly params?: object
  readonly error?: object | undefined
}

type Checker = Partial<Record<(typeof checks)[number], Check>>

interface Tolerant {
  readonly core?: { readonly pairing?: object }
  readonly engine: Checker & {
    deleteSession?(params: { readonly topic: string }): Promise<void>
    sendResult?(params: object): Promise<void>
    sendError?(params: never): Promise<void>
    onSessionUpdateRequest?(topic: string, message: Message): Promise<void>
    onSessionPingResponse?(topic: string, message: Message): void
    readonly events?: { emit(event: string, payload: object): unknown }
  }
  readonly session: { readonly keys: readonly string[] }
}

/**
 * Prevents unhandled errors in the WalletConnect library, which the peer could cause. They would end a Node process, and be logged
 * on a page.
 *
 * - The library doesn't wait for its own checks of a message. So it accepts an invalid message, and nothing handles the rejection.
 * - If both peers end a session at the same time, or the message that ends it arrives twice, the library finds no session for the
 *   second message.
 * - The library throws in a timer if the answer to a ping arrives twice, or if the peer answers its own ping.
 */
export function preventStrayErrors({ core, engine, session }: Tolerant): void {
  // The library checks the messages of sessions and of pairings in two places.
  for (const checker of [engine, (core?.pairing ?? {}) as Checker])
    for (const name of checks) {
      const check = checker[name]
      if (!check) continue
      checker[name] = (params: never) => {
        const checked = check.call(checker, params)
        checked.catch(() => {})
        return checked
      }
    }
  const update = engine.onSessionUpdateRequest
  if (update)
    engine.onSessionUpdateRequest = async (topic, message) => {
      try {
        await engine.isValidUpdate?.({ topic, ...message.params } as never)
      } catch (error) {
        // This fails if the session has ended. Then the peer needs no answer.
        await engine.sendError?.({ id: message.id, topic, error } as never).catch(() => {})
        return
      }
      await update.call(engine, topic, message)
    }
  const { events } = engine
  if (engine.onSessionPingResponse && events)
    engine.onSessionPingResponse = (_, { id, error }) => {
      events.emit(`session_ping:${id}`, error ? { error } : {})
    }
  const send = engine.sendResult
  if (send)
    engine.sendResult = (params) => {
      const sent = send.call(engine, params)
      // If a session ends while a request waits, the library may never await this promise. So handle its rejection here.
      sent.catch(() => {})
      return sent
    }
  const remove = engine.deleteSession
  if (remove)
    engine.deleteSession = async (params) => {
      try {
        await remove.call(engine, params)
      } catch (error) {
        if (session.keys.includes(params.topic)) throw error
      }
    }
}
