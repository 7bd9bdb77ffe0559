interface Engine {
  isValidDisconnect?(params: unknown): Promise<void>
}

/**
 * When both ends end a session at a time, or the envelope of its end comes twice, the library checks it and awaits no
 * answer: the rejection would end a Node process, and be an error on a page. Here somebody listens to it.
 */
export function tolerateLateEnds({ engine }: { readonly engine: Engine }): void {
  const check = engine.isValidDisconnect
  if (!check) return
  engine.isValidDisconnect = (params) => {
    const checked = check.call(engine, params)
    checked.catch(() => {})
    return checked
  }
}
