import { base64, hex } from '@scure/base'
import { type Bip122Base, type Listener, requirePermission, spelled } from './base.ts'

/** UniSat's interface, which is at `window.unisat`. Other wallets have the same interface. */
export interface UnisatShape {
  requestAccounts(): Promise<unknown>
  getAccounts(): Promise<unknown>
  getPublicKey(): Promise<unknown>
  getChain(): Promise<unknown>
  switchChain(chain: string): Promise<unknown>
  signMessage(message: string, type?: string): Promise<unknown>
  signPsbt(psbtHex: string, options?: object): Promise<unknown>
  disconnect(): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

interface SigningOptions {
  /** Default: all inputs of the selected address. */
  readonly toSignInputs?: readonly { readonly index: number; readonly address: string }[]
  /** Default: true. */
  readonly autoFinalized?: boolean
}

export function unisatShape(base: Bip122Base): UnisatShape {
  const { answer } = base
  const selectedAddress = async () => (await base.visible()).slice(0, 1).map(({ address }) => address)
  return {
    requestAccounts: () =>
      answer('requestAccounts', [], async (request) => {
        await base.authorize(request)
        return selectedAddress()
      }),
    getAccounts: () => answer('getAccounts', [], selectedAddress),
    getPublicKey: () =>
      answer('getPublicKey', [], async () => {
        requirePermission(base)
        return (await base.keys()).publicKey
      }),
    getChain: () => answer('getChain', [], async () => unisatChain(base)),
    switchChain: (name) =>
      answer('switchChain', [name], async (request) => {
        await base.switchTo(request, name)
        return unisatChain(base)
      }),
    signMessage: (message, type = 'ecdsa') =>
      answer('signMessage', [message, type], async (request) =>
        base.signMessage(request, (await selectedAddress())[0], message, type),
      ),
    signPsbt: (psbtHex, given = {}) =>
      answer('signPsbt', [psbtHex, given], async (request) => {
        const [text, { toSignInputs, autoFinalized }] = request.params as [string, SigningOptions]
        const psbt = base64.encode(hex.decode(text))
        const how = { own: await selectedAddress(), finalize: autoFinalized !== false }
        return hex.encode(base64.decode(await base.signPsbt(request, psbt, toSignInputs, how)))
      }),
    disconnect: () =>
      answer('disconnect', [], async () => {
        base.authorized = false
      }),
    on: (event, listener) => void base.listen(event, listener),
    removeListener: base.unlisten,
  }
}

export function unisatChain({ chain }: Bip122Base): object {
  return { enum: `BITCOIN_${chain.toUpperCase()}`, name: spelled(chain), network: chain }
}
