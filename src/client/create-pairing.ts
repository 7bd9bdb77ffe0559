import { PairingController } from '../controllers/wallet/pairing-controller.ts'
import { detectPlatform } from '../platform/detect.ts'
import type { Platform } from '../ports.ts'
import { createPersistence } from '../services/persistence.ts'
import type { Latchkey } from './create-latchkey.ts'

/**
 * The pairing of a client, for who draws it: made when it is first drawn, since a page without WalletConnect needs none of
 * it. `platform` is what `createLatchkey` was given, if it was. Dispose of it before the client.
 */
export function createPairing(client: Latchkey, platform: Partial<Platform> = {}): PairingController {
  const { page, clock, storage, log } = { ...detectPlatform(), ...platform }
  const persistence = createPersistence({ store: storage, clock, log, name: client.name })
  const { connector, options, account, session, modal } = client
  const pairing = new PairingController({
    connector,
    options,
    persistence,
    storage,
    page,
    clock,
    log,
    connect: (params, opts) => client.connect(params, opts),
  })
  pairing.start()
  const stopLeaving = modal.on('closed', () => pairing.leave())
  // Facts 5.2: the end of the last family of a session is the end of its pairing.
  const stopEnding = session.on('ended', () => {
    const { connectedNamespaces } = account
    const left = connectedNamespaces.some((one) => connector.activeOf(one)?.type === 'WALLET_CONNECT')
    if (!left && pairing.state.status === 'connected') pairing.reset()
  })
  const dispose = pairing.dispose.bind(pairing)
  pairing.dispose = () => {
    stopLeaving()
    stopEnding()
    persistence.dispose()
    dispose()
  }
  return pairing
}
