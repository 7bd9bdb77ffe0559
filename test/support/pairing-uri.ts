import type { Latchkey } from '../../src/client/create-latchkey.ts'

/**
 * Resolves with the URI of a pairing that was just started. Rejects if the pairing fails first. This function also works in
 * hooks, where `expect.poll` fails.
 */
export function pairingUri({ pairing }: Pick<Latchkey, 'pairing'>, begun: Promise<unknown>): Promise<string> {
  return new Promise((resolve, reject) => {
    begun.catch(reject)
    const { uri } = pairing.state
    if (uri) return resolve(uri)
    const stop = pairing.watch(
      (state) => state.uri,
      (made) => {
        if (!made) return
        stop()
        resolve(made)
      },
    )
  })
}
