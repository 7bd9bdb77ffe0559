import { base64 } from '@scure/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { BitcoinSigner } from '../../core/wallet/bitcoin-wallet.ts'
import { normalizeAddress } from './address.ts'

/**
 * The part of a wallet-standard wallet that this file uses. A wallet may not follow these types, so
 * the code checks its answers.
 */
interface StandardWallet {
  readonly accounts: unknown
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

/**
 * Creates the signer for a wallet that is reached by wallet-standard's `bitcoin:` features. The wallet chooses the scheme of
 * message signatures.
 */
export function standardWallet(value: unknown): BitcoinSigner {
  const wallet = value as StandardWallet

  async function ask(feature: string, input: object): Promise<unknown> {
    const offered = wallet.features[feature]
    const run = offered?.[feature.slice('bitcoin:'.length)]
    if (typeof run !== 'function') throw latchkeyError('wallet/feature-unsupported', { values: { feature } })
    try {
      const answers: unknown = await (run as (input: object) => unknown).call(offered, input)
      return Array.isArray(answers) ? answers[0] : undefined
    } catch (error) {
      const { rpcErrorFrom } = await import('../../core/errors/rpc-errors.ts')
      throw rpcErrorFrom(error, { method: feature, source: 'wallet' })
    }
  }
  const accountOf = (address: string) => {
    const accounts: readonly unknown[] = Array.isArray(wallet.accounts) ? wallet.accounts : []
    const account = accounts.find(
      (each) =>
        isObject(each) && typeof each.address === 'string' && normalizeAddress(each.address) === address,
    )
    if (!account) throw latchkeyError('adapter/account-error')
    return account
  }

  return {
    async signMessage({ address, message }) {
      const input = { account: accountOf(address), message: new TextEncoder().encode(message) }
      return encoded(await ask('bitcoin:signMessage', input), 'signature')
    },
    async signPsbt({ psbtBase64, inputs }) {
      const groups = new Map<string, { address: string; sigHash: string | undefined; indexes: number[] }>()
      for (const { index, address, sighash } of inputs) {
        const sigHash = sigHashOf(sighash)
        const key = `${address} ${sigHash}`
        const indexes = [...(groups.get(key)?.indexes ?? []), index]
        groups.set(key, { address, sigHash, indexes })
      }
      const inputsToSign = [...groups.values()].map(({ address, sigHash, indexes }) => ({
        account: accountOf(address),
        signingIndexes: indexes,
        ...(sigHash && { sigHash }),
      }))
      const input = { psbt: base64.decode(psbtBase64), inputsToSign }
      return encoded(await ask('bitcoin:signTransaction', input), 'signedPsbt')
    },
  }
}

const sigHashes: Readonly<Record<number, string>> = { 1: 'ALL', 2: 'NONE', 3: 'SINGLE' }

/** Returns the name of a sighash type in wallet-standard, which has no name for DEFAULT. */
function sigHashOf(type = 0): string | undefined {
  const name = sigHashes[type & 0x7f]
  return name && type & 0x80 ? `${name}|ANYONECANPAY` : name
}

function encoded(answer: unknown, key: string): string | undefined {
  const bytes = isObject(answer) ? answer[key] : undefined
  // Don't use `instanceof`, because it is false for a Uint8Array of another frame.
  return Object.prototype.toString.call(bytes) === '[object Uint8Array]'
    ? base64.encode(Uint8Array.from(bytes as Uint8Array))
    : undefined
}
