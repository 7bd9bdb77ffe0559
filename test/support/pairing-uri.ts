import type { Latchkey } from '../../src/client/create-latchkey.ts'

/** The URI of the pairing that was begun. Also before a test, where `expect.poll` cannot be used. */
export function pairingUri({ pairing }: Pick<Latchkey, 'pairing'>): Promise<string> {
  return new Promise((resolve) => {
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
