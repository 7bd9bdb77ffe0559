import { base64, hex } from '@scure/base'
import { ProviderError } from '../provider-error.ts'
import type { WalletRequest } from '../wallet-request.ts'
import type { Bip122Base } from './base.ts'
import { type Handlers, handled, paramsOf } from './handlers.ts'
import type { SatsConnectShape } from './sats-connect.ts'

/** Creates Leather's interface. Its JSON-RPC throws errors instead of returning them. */
export function leatherShape(
  base: Bip122Base,
  approve: ((request: WalletRequest) => Promise<void>) | undefined,
): Pick<SatsConnectShape, 'request'> {
  const methods: Handlers = {
    async getAddresses(request) {
      await approve?.(request)
      // Loading the keys may fail. Then the page isn't connected.
      const { publicKey } = await base.keys()
      base.authorized = true
      const addresses = (await base.entries()).map(({ address, kind }) => ({
        symbol: 'BTC',
        type: kind,
        address,
        publicKey,
      }))
      return {
        addresses: [...addresses, { symbol: 'STX', address: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG' }],
      }
    },
    async signMessage(request) {
      const { message, paymentType } = paramsOf(request)
      const entry = (await base.visible()).find(({ kind }) => kind === paymentType)
      const signature = await base.signMessage(request, entry?.address, message, 'bip322')
      return { signature, address: entry?.address, message }
    },
    async signPsbt(request) {
      const { hex: psbtHex, signAtIndex, network } = paramsOf(request)
      if (network !== undefined && network !== base.chain)
        throw new ProviderError(-32602, `The wallet is on ${base.chain}, not on ${String(network)}.`)
      const psbt = base64.encode(hex.decode(String(psbtHex)))
      const [entry] = await base.visible()
      const indexes = signAtIndex as number | readonly number[] | undefined
      const wanted =
        indexes === undefined
          ? undefined
          : [indexes].flat().map((index) => ({ index, address: entry?.address }))
      return { hex: hex.encode(base64.decode(await base.signPsbt(request, psbt, wanted))) }
    },
  }
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
        throw { jsonrpc: '2.0', id: '1', error: { code, message } }
      }
    },
  }
}
