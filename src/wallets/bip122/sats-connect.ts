import { ProviderError } from '../provider-error.ts'
import { type Bip122Base, type Listener, spelled } from './base.ts'
import { type Handlers, handled, paramsOf } from './handlers.ts'

/** An entry of `window.btc_providers`, or `window.LeatherProvider`: JSON-RPC. */
export interface SatsConnectShape {
  request(method: string, params?: unknown): Promise<unknown>
  addListener(event: string, listener: Listener): () => void
}

/** The error codes of sats-connect for those of EIP-1193. */
const numbers: Readonly<Record<number, number>> = { 4001: -32000, 4200: -32601, 4100: -32002 }

/** The wallet with the interface of sats-connect, whose answers carry their errors. */
export function satsConnectShape(base: Bip122Base): SatsConnectShape {
  const methods = methodsOf(base)
  return {
    async request(method, params) {
      try {
        const result = await base.answer(method, params === undefined ? [] : [params], (request) =>
          handled(methods, request),
        )
        return { jsonrpc: '2.0', id: '1', result }
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        const { code, message } = error
        return { jsonrpc: '2.0', id: '1', error: { code: numbers[code] ?? code, message } }
      }
    },
    addListener: base.listen,
  }
}

function methodsOf(base: Bip122Base): Handlers {
  const network = () => ({ bitcoin: { name: spelled(base.chain) } })
  const purposes = async () => {
    const { publicKey } = await base.keys()
    const addresses = (await base.visible()).map(({ address, kind }) => ({
      address,
      publicKey: kind === 'p2tr' ? publicKey.slice(2) : publicKey,
      purpose: kind === 'p2tr' ? 'ordinals' : 'payment',
      addressType: kind,
      walletType: 'software',
    }))
    return { addresses, network: network() }
  }
  return {
    async wallet_connect(request) {
      await base.authorize(request)
      return { id: 'test', walletType: 'software', ...(await purposes()) }
    },
    async getAddresses(request) {
      await base.authorize(request)
      return purposes()
    },
    async wallet_getAccount() {
      if (!base.authorized) throw new ProviderError(4100, 'Access denied.')
      return purposes()
    },
    wallet_getNetwork: async () => network(),
    async wallet_changeNetwork(request) {
      await base.switchTo(request, String(paramsOf(request).name))
      return null
    },
    async wallet_disconnect() {
      base.authorized = false
      return null
    },
    async signMessage(request) {
      const { address, message, protocol } = paramsOf(request)
      return { address, signature: await base.signMessage(request, address, message, protocol ?? 'bip322') }
    },
    async signPsbt(request) {
      const { psbt, signInputs = {} } = paramsOf(request)
      const wanted = Object.entries(signInputs as Record<string, readonly number[]>).flatMap(
        ([address, indexes]) => indexes.map((index) => ({ index, address })),
      )
      return { psbt: await base.signPsbt(request, String(psbt), wanted) }
    },
  }
}
