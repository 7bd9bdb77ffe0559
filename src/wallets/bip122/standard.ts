import { base64, hex } from '@scure/base'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { bitcoinChains, bitcoinNetwork } from '../../core/chain/bip122.ts'
import { decodePsbt, requireSignable } from '../decode/bip122.ts'
import { ProviderError } from '../provider-error.ts'
import type { WalletRequest } from '../wallet-request.ts'
import type { Bip122Base, Bip122WalletOptions, Listener } from './base.ts'
import type { Bip122Kind } from './keys.ts'

const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='
const signingFeatures = ['bitcoin:signMessage', 'bitcoin:signTransaction'] as const

interface StandardTransaction {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: WalletAccount
    readonly signingIndexes: readonly number[]
  }[]
}

/** The wallet-standard interface. It works on all networks at once, and lists each account's address on each network. */
export interface StandardShape {
  readonly wallet: Wallet
  accounts(): Promise<readonly (WalletAccount & { readonly purpose: string })[]>
}

export function standardShape(
  base: Bip122Base,
  { approve, name, finalizes, allowSighash }: Bip122WalletOptions,
): StandardShape {
  const { known, answer } = base
  /** Returns the accounts. Before the keys are open, these are the given addresses, without a public key. */
  const accounts: StandardShape['accounts'] = async () => {
    if (!base.authorized) return []
    const { shown } = base
    const lists = await Promise.all(
      [...new Set(shown.map((each) => bitcoinChains[each].hrp))].map(async (hrp) => {
        const chains = shown.filter((each) => bitcoinChains[each].hrp === hrp)
        const list = await base.entries(chains[0])
        const publicKey = hex.decode(base.publicKey ?? '')
        return list.map(({ address, kind }) => ({
          address,
          publicKey,
          chains: chains.map((each) => `bitcoin:${each}` as const),
          features: signingFeatures,
          purpose: kind === 'p2tr' ? 'ordinals' : 'payment',
        }))
      }),
    )
    return lists.flat()
  }
  let lastShown: readonly WalletAccount[] = []
  const showAccounts = async () => {
    lastShown = await accounts()
    return { accounts: lastShown }
  }
  const entryOf = async (request: WalletRequest, account: WalletAccount) => {
    const all = (await Promise.all(base.shown.map((each) => base.entries(each)))).flat()
    const entry = base.authorized ? all.find(({ address }) => address === account.address) : undefined
    if (!entry) throw new ProviderError(4100, `The page has no permission for ${account.address}.`)
    await approve?.(request)
    return entry
  }
  const chainNameOf = (address: string) =>
    known.find((each) => address.startsWith(`${bitcoinChains[each].hrp}1`)) ?? base.chain
  const chainOf = (address: string) => bitcoinChains[chainNameOf(address)]

  const wallet: Wallet = Object.freeze({
    version: '1.0.0' as const,
    name: name ?? 'Test Bitcoin Wallet',
    icon: icon as Wallet['icon'],
    chains: known.map((each) => `bitcoin:${each}` as const),
    get accounts() {
      return base.authorized ? lastShown : []
    },
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        // `bitcoin:connect` can't be silent: it prompts the user if the page isn't connected.
        connect: (input?: object) =>
          answer('bitcoin:connect', [input], async (request) => {
            await base.authorize(request)
            return showAccounts()
          }),
      },
      'standard:connect': {
        version: '1.0.0',
        connect: (input?: { readonly silent?: boolean }) =>
          answer(input?.silent ? 'standard:connect silent' : 'standard:connect', [input], async (request) => {
            if (!input?.silent) await base.authorize(request)
            return showAccounts()
          }),
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: () =>
          answer('standard:disconnect', [], async () => {
            base.authorized = false
          }),
      },
      'standard:events': {
        version: '1.0.0',
        on: (_event: 'change', listener: Listener) => base.listen('change', listener),
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: readonly { account: WalletAccount; message: Uint8Array }[]) =>
          answer('bitcoin:signMessage', inputs, async (request) => {
            const answers: object[] = []
            for (const { account, message } of request.params as typeof inputs) {
              const { kind, address } = await entryOf(request, account)
              const text = textOf(message)
              const signed = (await base.keys()).signMessage(kind, chainOf(address), text, 'bip322')
              answers.push({ signedMessage: message, signature: base64.decode(signed) })
            }
            return answers
          }),
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        signTransaction: (...inputs: readonly StandardTransaction[]) =>
          answer('bitcoin:signTransaction', inputs, async (request) => {
            const answers: object[] = []
            for (const { psbt, inputsToSign } of request.params as typeof inputs) {
              const wanted: { index: number; kind: Bip122Kind }[] = []
              const text = base64.encode(psbt)
              for (const { account, signingIndexes } of inputsToSign) {
                const { address } = account
                const inspected = await decodePsbt(text, bitcoinNetwork(chainNameOf(address)))
                requireSignable(
                  inspected,
                  signingIndexes.map((index) => ({ index, address })),
                  allowSighash,
                )
                const { kind } = await entryOf(request, account)
                wanted.push(...signingIndexes.map((index) => ({ index, kind })))
              }
              const signed = (await base.keys()).signPsbt(text, wanted, finalizes, allowSighash)
              answers.push({ signedPsbt: base64.decode(signed) })
            }
            return answers
          }),
      },
    },
  })
  return { wallet, accounts }
}

/** Returns the text of a message. Refuses bytes that aren't UTF-8: BIP-322 signs text, and decoding would change these bytes. */
function textOf(message: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    throw new ProviderError(-32602, 'The message is not UTF-8 text.')
  }
}
