import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'
import { version } from '../../version.ts'
import { ProviderError } from '../provider-error.ts'
import {
  type Bip122Base,
  type Bip122WalletOptions,
  type Listener,
  requirePermission,
  spelled,
} from './base.ts'
import { type Handlers, handled, paramsOf } from './handlers.ts'
import { sendingMethods } from './sats-connect-sending.ts'

/** An entry of `window.btc_providers`, or `window.LeatherProvider`. Its methods are called by JSON-RPC. */
export interface SatsConnectShape {
  request(method: string, params?: unknown): Promise<unknown>
  addListener(event: string, listener: Listener): () => void
}

/** The error codes of sats-connect by EIP-1193 code. */
const numbers: Readonly<Record<number, number>> = { 4001: -32000, 4200: -32601, 4100: -32002 }

/**
 * Creates the sats-connect interface. The interface returns a request's error in the answer. It throws only for a fault of the
 * program.
 */
export function satsConnectShape(base: Bip122Base, options: Bip122WalletOptions): SatsConnectShape {
  const methods: Handlers = {
    getInfo: async () => ({ version, platform: 'web', methods: Object.keys(methods), supports: [] }),
    ...permissionMethods(base),
    async signMessage(request) {
      const { address, message, protocol } = paramsOf(request)
      return { address, signature: await base.signMessage(request, address, message, protocol ?? 'bip322') }
    },
    ...sendingMethods(base, options),
  }
  return {
    async request(method, params) {
      try {
        // sats-connect sends `null` if a method has no parameters.
        const result = await base.answer(method, params == null ? [] : [params], (request) =>
          handled(methods, request),
        )
        return { jsonrpc: '2.0', id: '1', result }
      } catch (error) {
        // Throw the error of a missing library: it is a fault of the program that contains this wallet.
        if (isLatchkeyError(error, 'config/peer-missing')) throw error
        // Any other Latchkey error, such as an insufficient balance, also becomes the wallet's answer.
        if (isLatchkeyError(error)) return failure(-32603, error.message)
        if (!(error instanceof ProviderError)) throw error
        return failure(numbers[error.code] ?? error.code, error.message)
      }
    },
    addListener: base.listen,
  }
}

function failure(code: number, message: string) {
  return { jsonrpc: '2.0', id: '1', error: { code, message } }
}

/** Creates the methods for the page's permission, the accounts and the network. */
function permissionMethods(base: Bip122Base): Handlers {
  const network = () => ({ bitcoin: { name: spelled(base.chain) } })
  const addresses = async (wanted?: unknown) => {
    const visible = await base.visible()
    const { publicKey } = base
    const all = visible.map(({ address, kind }) => ({
      address,
      publicKey: kind === 'p2tr' ? publicKey?.slice(2) : publicKey,
      purpose: kind === 'p2tr' ? 'ordinals' : 'payment',
      addressType: kind,
      walletType: 'software',
    }))
    return Array.isArray(wanted) ? all.filter(({ purpose }) => wanted.includes(purpose)) : all
  }
  const purposes = async (wanted?: unknown) => ({ addresses: await addresses(wanted), network: network() })
  const leave = async () => {
    base.authorized = false
    return null
  }
  return {
    async wallet_connect(request) {
      await base.authorize(request)
      await base.keys()
      return { id: 'test', walletType: 'software', ...(await purposes()) }
    },
    async wallet_requestPermissions(request) {
      await base.authorize(request)
      return true
    },
    async getAddresses(request) {
      await base.authorize(request)
      await base.keys()
      return purposes(paramsOf(request).purposes)
    },
    async getAccounts(request) {
      await base.authorize(request)
      await base.keys()
      return addresses(paramsOf(request).purposes)
    },
    async wallet_getAccount() {
      requirePermission(base)
      return purposes()
    },
    wallet_getNetwork: async () => network(),
    async wallet_changeNetwork(request) {
      await base.switchTo(request, String(paramsOf(request).name))
      return null
    },
    wallet_disconnect: leave,
    wallet_renouncePermissions: leave,
  }
}
