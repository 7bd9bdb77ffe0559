import type { Latchkey } from '../../client/create-latchkey.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectionOf } from '../../core/wallet/connection.ts'
import type { Unsubscribe } from '../../ports.ts'

/** As much of a client as a bridge connects with. */
export type BridgedClient<N extends ChainNamespace> = Pick<
  Latchkey<N>,
  | 'ready'
  | 'connect'
  | 'disconnect'
  | 'open'
  | 'adapter'
  | 'connections'
  | 'modal'
  | 'network'
  | 'switchNetwork'
>

export interface ConnectThrough {
  /** Connects this wallet, without the modal. Absent: the visitor chooses in the modal. */
  readonly connectorId?: string | undefined
  /** Asks nobody: what there is, or what an earlier visit left. */
  readonly silent?: boolean | undefined
}

/**
 * The connection of a family, made where there is none.
 * @returns Undefined where `silent` found none.
 * @throws `wallet/user-rejected` when the visitor closes the modal; what `Latchkey.connect` throws.
 */
export async function connectionThrough<N extends ChainNamespace>(
  client: BridgedClient<N>,
  namespace: N,
  { connectorId, silent }: ConnectThrough = {},
): Promise<ConnectionOf<N> | undefined> {
  const known = () => client.connections.of(namespace)
  // What an earlier visit left is waited for.
  await client.ready()
  if (known() || silent) return known()
  if (connectorId !== undefined) {
    await client.connect({ connectorId, namespaces: [namespace] })
    return known()
  }
  let releases: readonly Unsubscribe[] = []
  const settled = new Promise<void>((resolve) => {
    releases = [
      client.connections.on('connected', (event) => {
        if (event.namespace === namespace) resolve()
      }),
      client.modal.on('closed', () => resolve()),
    ]
  })
  try {
    await client.open({ view: 'Connect', namespace })
    await settled
  } finally {
    for (const release of releases) release()
  }
  const connection = known()
  if (!connection) throw latchkeyError('wallet/user-rejected')
  return connection
}
