import { base64, hex } from '@scure/base'
import type { RpcRequest } from '../../ports.ts'
import { ProviderError } from '../provider-error.ts'
import type { Bip122Base } from './base.ts'
import { type Handlers, handled, paramsOf } from './handlers.ts'

/** Creates the wallet's interface over JSON-RPC, with WalletConnect's methods. */
export function rpcShape(base: Bip122Base): (call: RpcRequest) => Promise<unknown> {
  const methods: Handlers = {
    getAccountAddresses: async () => (await base.visible()).map(({ address }) => address),
    async signMessage(request) {
      const { account, address = account, message, protocol = 'ecdsa' } = paramsOf(request)
      const signature = await base.signMessage(request, address, message, protocol)
      return { address, signature: hex.encode(base64.decode(signature)) }
    },
    async signPsbt(request) {
      const { psbt, signInputs } = paramsOf(request)
      // An approval shows only the listed inputs, so the wallet signs no others.
      if (signInputs === undefined) throw new ProviderError(-32602, 'signInputs is missing.')
      const wanted = signInputs as readonly { readonly index: number; readonly address: string }[]
      return { psbt: await base.signPsbt(request, String(psbt), wanted) }
    },
  }
  return ({ method, params }) => base.answer(method, [params], (request) => handled(methods, request))
}
