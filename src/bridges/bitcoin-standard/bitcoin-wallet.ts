import { base64, hex } from '@scure/base'
import type { WalletAccount } from '@wallet-standard/base'
import { bitcoinChainName } from '../../core/chain/bip122.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { BridgedClient } from '../shared/connection-through.ts'
import { registerWallet } from '../shared/register-wallet.ts'
import {
  type FamilyDeps,
  type StandardFamily,
  type StandardWallet,
  type StandardWalletOptions,
  standardWallet,
} from '../shared/standard-wallet.ts'

interface MessageInput {
  readonly account: WalletAccount
  readonly message: Uint8Array
}
interface TransactionInput {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: WalletAccount
    readonly signingIndexes: readonly number[]
    readonly sigHash?: string | undefined
  }[]
  readonly chain?: string | undefined
}

const bitcoin: StandardFamily<'bip122'> = {
  namespace: 'bip122',
  chainsOf({ caipNetworkId }) {
    const name = bitcoinChainName(caipNetworkId)
    return name ? [`bitcoin:${name}`] : []
  },
  /**
   * Returns the fields of an account. `purpose` isn't in the standard, but Bitcoin wallets use it. Ordinals accounts aren't
   * listed, because the adapter doesn't sign PSBTs that spend their coins. An inscription on a coin may be worth more than the
   * coin.
   */
  account: ({ publicKey, type }) =>
    type === 'ordinal'
      ? undefined
      : { publicKey: publicKey ? hex.decode(publicKey) : new Uint8Array(), ...{ purpose: type } },
  features: (deps) => ({
    'bitcoin:connect': {
      version: '1.0.0',
      connect: (_input?: { readonly purposes?: readonly string[] }) => deps.connect(),
    },
    'bitcoin:signMessage': {
      version: '1.0.0',
      async signMessage(...inputs: readonly MessageInput[]) {
        const adapter = await deps.client.adapter('bip122')
        const outputs: object[] = []
        for (const { account, message } of inputs) {
          const { signature } = await adapter.signMessage(deps.caipAddressOf(account), message)
          outputs.push({ signedMessage: message, signature: base64.decode(signature) })
        }
        return outputs
      },
    },
    'bitcoin:signTransaction': {
      version: '1.0.0',
      async signTransaction(...inputs: readonly TransactionInput[]) {
        const outputs: object[] = []
        for (const input of inputs) outputs.push({ signedPsbt: await signPsbt(deps, input) })
        return outputs
      },
    },
  }),
}

/**
 * Creates a wallet-standard wallet for Bitcoin apps from a client's wallets, with the `bitcoin:` features. Each request is sent
 * once, through the adapter. The adapter checks that the wallet signed exactly the request.
 */
export function bitcoinStandardWallet(
  client: BridgedClient<'bip122'>,
  options: StandardWalletOptions = {},
): StandardWallet {
  return standardWallet(client, bitcoin, options)
}

/**
 * Creates the wallet and registers it with the page's apps.
 * @returns A function that unregisters the wallet and removes its listeners.
 */
export function registerBitcoinWallet(
  client: BridgedClient<'bip122'>,
  options: StandardWalletOptions = {},
): Unsubscribe {
  return registerWallet(bitcoinStandardWallet(client, options))
}

/** Signs a PSBT. @throws `adapter/unsupported` for inputs of several accounts, and for hash types other than ALL. */
async function signPsbt(
  deps: FamilyDeps<'bip122'>,
  { psbt, inputsToSign, chain }: TransactionInput,
): Promise<Uint8Array> {
  const [first, ...others] = inputsToSign
  if (!first)
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'inputsToSign', reason: 'expected at least one' },
    })
  if (others.some(({ account }) => account.address !== first.account.address))
    throw unsupported('inputs of several accounts')
  if (inputsToSign.some(({ sigHash = 'ALL' }) => sigHash !== 'ALL')) throw unsupported('sigHash')
  const adapter = await deps.client.adapter('bip122')
  const account = deps.caipAddressOf(first.account, chain)
  const indexes = inputsToSign.flatMap(({ signingIndexes }) => signingIndexes)
  const transaction = { psbtBase64: base64.encode(psbt), inputsToSign: indexes }
  const signed = await adapter.signTransaction?.(account, transaction)
  if (!signed) throw unsupported('sign.transaction')
  return base64.decode(signed.psbtBase64)
}

function unsupported(capability: string) {
  return latchkeyError('adapter/unsupported', { values: { capability, subject: 'this wallet' } })
}
