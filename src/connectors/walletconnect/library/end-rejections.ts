interface Ending {
  readonly engine: {
    isValidDisconnect?(params: unknown): Promise<void>
    deleteSession?(params: { readonly topic: string }): Promise<void>
    sendResult?(params: object): Promise<void>
  }
  readonly session: { readonly keys: readonly string[] }
}

/**
 * Prevents unhandled rejections in the WalletConnect library. If both peers end a session at the same time, or the message that
 * ends it arrives twice, the library finds no session for the second message. It then rejects a promise that has no handler. This
 * would end a Node process, and log an error on a page. This function handles the rejection. It also makes deleting a missing
 * session succeed.
 */
export function tolerateLateRejections({ engine, session }: Ending): void {
  const check = engine.isValidDisconnect
  if (check)
    engine.isValidDisconnect = (params) => {
      const checked = check.call(engine, params)
      checked.catch(() => {})
      return checked
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
