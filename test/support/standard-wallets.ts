import { registerStandardWallet } from 'latchkey/testing'
import { discoverWalletStandard } from '../../src/connectors/injected/wallet-standard.ts'
import { WalletStandardConnector } from '../../src/connectors/injected/wallet-standard-connector.ts'
import { standardFamilies } from '../../src/connectors/injected/wallet-standard-families.ts'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { rpcErrorFrom } from '../../src/core/errors/rpc-errors.ts'
import type { Connector, ConnectorContext } from '../../src/core/wallet/connector.ts'
import { overRpc } from './over-rpc.ts'

interface StandardKeys {
  readonly standard: Parameters<typeof registerStandardWallet>[1]
  request(call: { method: string; params?: object }, on: string): Promise<unknown>
}

/** Registers a wallet-standard wallet with the page, and returns the connector that discovery finds. */
export function registeredWallet({ standard }: StandardKeys, context: ConnectorContext): Connector {
  const found: Connector[] = []
  const stopRegistering = registerStandardWallet(context.page, standard)
  const stopListening = discoverWalletStandard(context, (connector) => void found.push(connector))
  stopRegistering()
  stopListening()
  return found[0]!
}

/** Returns a connector that talks to a wallet-standard wallet over JSON-RPC. */
export function standardWalletOverRpc(
  namespace: ChainNamespace,
  keys: StandardKeys,
  context: ConnectorContext,
): Connector {
  const families = standardFamilies.filter((family) => family.namespace === namespace)
  const options = { id: 'rpc', name: 'Over RPC', type: 'EXTERNAL', wallet: keys.standard, families } as const
  return overRpc(new WalletStandardConnector(options, context), {
    namespace,
    request: (call, on) => keys.request(call, on),
    errorFrom: (error, method) => rpcErrorFrom(error, { method, source: 'wallet' }),
  })
}
