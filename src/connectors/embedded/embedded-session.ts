import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorSession, WalletChannel } from '../../core/wallet/connector.ts'
import type { CallOptions, RpcRequest } from '../../ports.ts'
import { type EmbeddedFamily, embeddedFamilies, isEmbeddedFamily } from './families.ts'
import type { FrameCalls } from './frame-calls.ts'
import { approvedMethods, classOf, safeMethods } from './protocol/methods.ts'
import type { FrameRpcRequest } from './protocol/rpc-requests.ts'

const methodsOf = (namespace: EmbeddedFamily) =>
  new Set<string>(
    [...safeMethods, ...approvedMethods].filter(
      (method) => method.startsWith('solana_') === (namespace === 'solana'),
    ),
  )

/** Creates the session of a login. The session has the accounts of each family, on all networks of the host. */
export function embeddedSession(
  calls: FrameCalls,
  accounts: readonly AccountRecord[],
  networks: readonly CaipNetworkId[],
  preferred?: ConnectorSession['preferred'],
): ConnectorSession {
  const covered = embeddedFamilies.filter((family) => accounts.some(({ namespace }) => namespace === family))
  const channels = Object.fromEntries(
    covered.map((family): [EmbeddedFamily, WalletChannel] => [family, channelOf(calls, family)]),
  )
  return {
    accounts,
    networks,
    preferred,
    refused: (method) => refusal(calls, method),
    methods: Object.fromEntries(covered.map((family) => [family, methodsOf(family)])),
    channel(namespace) {
      const channel = isEmbeddedFamily(namespace) ? channels[namespace] : undefined
      if (!channel) throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
      return channel
    },
  }
}

function channelOf(calls: FrameCalls, family: EmbeddedFamily): WalletChannel {
  const { login } = calls
  return {
    kind: 'rpc',
    async request(call: RpcRequest, on: CaipNetworkId, opts?: CallOptions) {
      if (login !== calls.login) throw latchkeyError('wallet/disconnected')
      const refused = refusal(calls, call.method)
      if (refused) throw refused
      if (family === 'solana') {
        const { fromFrame, toFrame } = await import('./solana-requests.ts')
        if (login !== calls.login) throw latchkeyError('wallet/disconnected')
        return fromFrame(await calls.request(toFrame(call), on, opts))
      }
      // Answer this call here (S3.1.7), because the frame may be on another network.
      if (call.method === 'eth_chainId') return `0x${Number(on.slice('eip155:'.length)).toString(16)}`
      return calls.request(call as FrameRpcRequest, on, opts)
    },
  }
}

/** Returns an error for a method that the frame's protocol doesn't allow (S2.6). */
function refusal(calls: FrameCalls, method: string): LatchkeyError | undefined {
  if (classOf(method) !== 'refused') return undefined
  calls.refused(method)
  return latchkeyError('rpc/method-not-allowed')
}
