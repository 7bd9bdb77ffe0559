interface Ending {
  readonly engine: {
    isValidDisconnect?(params: unknown): Promise<void>
    deleteSession?(params: { readonly topic: string }): Promise<void>
  }
  readonly session: { readonly keys: readonly string[] }
}

/**
 * When both peers end a session at the same time, or the message of its end comes twice, the library rejects, since there is
 * nothing left to check or to delete. It does not await that, so the rejection would end a Node process and be an error on a
 * page. Here the rejection of the check is caught, and a session that is gone already counts as deleted.
 */
export function tolerateLateEnds({ engine, session }: Ending): void {
  const check = engine.isValidDisconnect
  if (check)
    engine.isValidDisconnect = (params) => {
      const checked = check.call(engine, params)
      checked.catch(() => {})
      return checked
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
