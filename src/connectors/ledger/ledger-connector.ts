import { isLostAnswer } from '../../adapters/shared/lost-answer.ts'
import { throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId, Hex } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../core/errors/rpc-errors.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type {
  ConnectorContext,
  ConnectorOffer,
  ConnectorSession,
  RestoreOptions,
  WalletChannel,
} from '../../core/wallet/connector.ts'
import type { RpcRequest } from '../../ports.ts'
import { keysOf } from '../../wallets/eip155/keys.ts'
import type { NodeCall } from '../../wallets/node-pool.ts'
import { InjectedConnector } from '../injected/injected-connector.ts'
import type { ConnectorFace } from '../lazy-connector.ts'
import type { LedgerDevice } from './device.ts'
import { ethereumAddress, ethereumSigner } from './ethereum.ts'
import type { LedgerFamily } from './options.ts'
import { solanaAddress, solanaFeatures, solanaWallet } from './solana.ts'

export interface LedgerConnectorOptions extends Omit<ConnectorFace, 'provider'> {
  readonly chains: readonly LedgerFamily[]
  readonly device: LedgerDevice
  readonly paths: Readonly<Record<LedgerFamily, string>>
}

type Context = Pick<ConnectorContext, 'clock' | 'log' | 'networks' | 'rpc'>
type LedgerSession = ConnectorSession & { readonly addresses: Map<LedgerFamily, string> }

/** The methods of a session. The device has no current network, so there is no method to switch it. */
const methods = {
  eip155: new Set(['eth_accounts', 'personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction']),
  solana: new Set<string>(solanaFeatures),
}

/**
 * The connector of a Ledger device. The device answers only if the visitor plugs it in and unlocks it. So a reload restores the
 * stored accounts, and each signature checks them.
 */
export class LedgerConnector extends InjectedConnector<LedgerSession> {
  override readonly chains: readonly LedgerFamily[]
  readonly provider = {}
  readonly #options: LedgerConnectorOptions
  readonly #context: Context

  constructor(options: LedgerConnectorOptions, context: Context) {
    super(options, context)
    this.chains = options.chains
    this.#options = options
    this.#context = context
  }

  protected override openingOf({ namespaces }: ConnectorOffer): string {
    return namespaces.join()
  }

  /** Connects the family of the app that is open on the device. */
  protected async establish(
    signal: AbortSignal,
    { namespaces, connected }: ConnectorOffer,
  ): Promise<LedgerSession> {
    const { device, paths } = this.#options
    const families = this.chains.filter((family) => namespaces.includes(family))
    const read = () =>
      device.use(families, async (transport, family) => {
        const addressOn = family === 'eip155' ? ethereumAddress : solanaAddress
        return [family, await addressOn(transport, paths[family])] as const
      })
    const [family, address] = await this.untilEnd(read, signal)
    this.session ??= this.#newSession()
    const { addresses } = this.session
    // Drop the families that were disconnected meanwhile, so that they aren't connected again together with this family.
    const still = connected?.()
    if (still) for (const one of families) if (!still.includes(one)) addresses.delete(one)
    addresses.set(family, address)
    return this.session
  }

  protected async reestablish(
    _signal: AbortSignal,
    { known }: RestoreOptions,
  ): Promise<LedgerSession | null> {
    if (this.session) return this.session
    const stored = this.chains.flatMap((family) => {
      const account = known?.accounts.find(({ namespace }) => namespace === family)
      return account ? [[family, account.address] as const] : []
    })
    if (stored.length === 0) return null
    this.session = this.#newSession(stored)
    return this.session
  }

  protected listen() {
    return () => {}
  }

  #newSession(stored: Iterable<readonly [LedgerFamily, string]> = []): LedgerSession {
    const { chains } = this
    const context = this.#context
    const session: LedgerSession = {
      addresses: new Map(stored),
      get accounts() {
        return [...this.addresses].map(
          ([namespace, address]) => ({ namespace, address, type: 'eoa' }) as AccountRecord,
        )
      },
      get networks() {
        return context.networks.flatMap(({ chainNamespace, caipNetworkId }) =>
          chains.some((family) => family === chainNamespace) ? [caipNetworkId] : [],
        )
      },
      methods,
      channel: (namespace) => this.#channel(session, namespace),
    }
    return session
  }

  #channel(session: LedgerSession, namespace: ChainNamespace): WalletChannel {
    const { device, paths } = this.#options
    const address = session.addresses.get(namespace as LedgerFamily)
    if (address === undefined)
      throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
    const requireAccount = () => {
      this.requireOpen(session)
      // Meanwhile, the family may have disconnected, or may have connected another account.
      if (session.addresses.get(namespace as LedgerFamily) !== address)
        throw latchkeyError('connection/not-connected')
    }
    if (namespace === 'solana')
      return { kind: 'wallet-standard', wallet: solanaWallet(device, paths.solana, address, requireAccount) }
    return {
      kind: 'rpc',
      request: async (call, on, opts) => {
        this.requireOpen(session)
        const stillOpen = () => {
          requireAccount()
          throwIfAborted(opts?.signal)
        }
        return this.untilEnd(() => this.#request(call, on, address as Hex, stillOpen), opts?.signal)
      },
    }
  }

  async #request(
    { method, params }: RpcRequest,
    on: CaipNetworkId,
    address: Hex,
    stillOpen: () => void,
  ): Promise<unknown> {
    const { device, paths } = this.#options
    const signer = ethereumSigner(device, paths.eip155, address)
    const keys = keysOf([
      {
        ...signer,
        async signTransaction(transaction) {
          stillOpen()
          const signed = await signer.signTransaction(transaction)
          // A request on the device can't be canceled. If the session ended while the visitor
          // signed, don't broadcast the transaction.
          stillOpen()
          return signed
        },
      },
    ])
    const [first, second] = (Array.isArray(params) ? params : []) as readonly unknown[]
    const chainId = Number(on.slice('eip155:'.length))
    try {
      switch (method) {
        case 'eth_accounts':
          return [address]
        case 'personal_sign':
          return await keys.signMessage(String(second), String(first))
        case 'eth_signTypedData_v4':
          return await keys.signTypedData(String(first), second, chainId)
        case 'eth_sendTransaction':
          return await keys.sendTransaction(Object(first), chainId, this.#node(on))
        default:
          throw latchkeyError('rpc/method-unsupported', { values: { method } })
      }
    } catch (error) {
      throw rpcErrorFrom(error, { method, source: 'wallet' })
    }
  }

  #node(on: CaipNetworkId): NodeCall {
    const { rpc } = this.#context
    if (!rpc) throw latchkeyError('network/no-endpoint', { values: { network: on } })
    return async (method, params, opts) => {
      try {
        return await rpc(on).request({ method, params }, opts)
      } catch (error) {
        // If the answer to a broadcast is lost, the transaction may have been sent. If the answer to any other method is lost,
        // nothing was sent, so throw a plain error.
        if (method === 'eth_sendRawTransaction' || !isLostAnswer(error)) throw error
        throw latchkeyError('rpc/internal', { cause: error, details: error.message, values: { method } })
      }
    }
  }
}
