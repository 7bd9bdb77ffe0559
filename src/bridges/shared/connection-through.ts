import type { Latchkey } from '../../client/create-latchkey.ts'
import { withResolvers } from '../../core/async/with-resolvers.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectionOf } from '../../core/wallet/connection.ts'

/** The part of a client that bridges use. */
export type BridgedClient<N extends ChainNamespace> = Pick<
  Latchkey<N>,
  | 'ready'
  | 'connect'
  | 'disconnect'
  | 'open'
  | 'adapter'
  | 'connections'
  | 'connector'
  | 'modal'
  | 'network'
  | 'switchNetwork'
>

export interface ConnectThrough {
  /** The id of the wallet's connector, to connect without the modal. Default: the visitor chooses a wallet in the modal. */
  readonly connectorId?: string | undefined
  /** Whether to return only an existing or restored connection. If true, never prompts. */
  readonly silent?: boolean | undefined
}

/** Returns whether the connection is to the wallet of `connectorId`. If it is undefined, every wallet is right. */
export function isThrough<N extends ChainNamespace>(
  { connector }: Pick<BridgedClient<N>, 'connector'>,
  connection: ConnectionOf<N>,
  connectorId: string | undefined,
): boolean {
  if (connectorId === undefined) return true
  // The connector that serves this family may be another connector of the same wallet.
  return connection.connectorId === (connector.find(connectorId, connection.namespace)?.id ?? connectorId)
}

/**
 * Returns the family's connection. If there is none, or if it isn't to the wallet of `connectorId`, connects a wallet.
 * @returns Undefined if `silent` is set and there is no connection.
 * @throws `wallet/user-rejected` if the modal closes, or doesn't open; `config/disposed`; the errors of `Latchkey.connect`.
 */
export async function connectionThrough<N extends ChainNamespace>(
  client: BridgedClient<N>,
  namespace: N,
  { connectorId, silent }: ConnectThrough = {},
): Promise<ConnectionOf<N> | undefined> {
  const known = () => client.connections.of(namespace)
  await client.ready()
  const now = known()
  if (silent || (now && isThrough(client, now, connectorId))) return now
  if (connectorId !== undefined) {
    await client.connect({ connectorId, namespaces: [namespace] })
    return known()
  }
  const { connections, modal } = client
  await client.open({ view: 'Connect', namespace })
  const { promise: settled, resolve } = withResolvers<void>()
  // Check the state, because a modal that was closed before it opened emits no event.
  const check = () => {
    if (known() || !(modal.state.open || modal.state.loading)) resolve()
  }
  const releases = [connections.subscribe(check), modal.subscribe(check), modal.on('closed', () => resolve())]
  check()
  await settled
  for (const release of releases) release()
  const connection = known()
  if (connection) return connection
  // Rejects with the reason if the client was disposed.
  await client.ready()
  throw latchkeyError('wallet/user-rejected')
}
