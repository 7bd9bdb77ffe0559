import { randomBytes } from 'node:crypto'
import * as btc from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { Verifier } from 'bip322-js'
import type { Devnet } from 'latchkey/devnet'
import {
  type Bip122Wallet,
  type ContractStep,
  type ContractTrait,
  createBip122Wallet,
  type WalletKind,
  type WalletStep,
} from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { bip122Accounts } from '../../src/devnet/accounts/bip122.ts'
import { ProviderError } from '../../src/wallets/provider-error.ts'
import { bip122Chain, type Unspent } from './bip122-chain.ts'
import type { Surroundings } from './family-world.ts'

/** The interfaces through which the tests talk to the wallet. */
export const reaches = ['sats-connect', 'unisat', 'wallet-standard', 'JSON-RPC'] as const
export type Reach = (typeof reaches)[number]

/** For each interface, the traits of the contract suite that its wallets lack. */
export const lackedBy: Readonly<Record<Reach, readonly ContractTrait[]>> = {
  // While a prompt is open, these wallets answer other requests with the error "access denied".
  'sats-connect': ['wallet.pending', 'wallet.bytes'],
  unisat: ['wallet.accounts', 'wallet.bytes'],
  'wallet-standard': ['wallet.network', 'wallet.switch', 'wallet.bytes'],
  'JSON-RPC': ['wallet.network', 'wallet.switch', 'wallet.bytes'],
}

const methods: Readonly<Record<Reach, Readonly<Partial<Record<WalletKind, string>>>>> = {
  'sats-connect': {
    connect: 'wallet_connect',
    restore: 'wallet_getAccount',
    close: 'wallet_disconnect',
    sign: 'signMessage',
    signTransaction: 'signPsbt',
    send: 'signPsbt',
    switch: 'wallet_changeNetwork',
  },
  unisat: {
    connect: 'requestAccounts',
    restore: 'getAccounts',
    close: 'disconnect',
    sign: 'signMessage',
    signTransaction: 'signPsbt',
    send: 'signPsbt',
    switch: 'switchChain',
  },
  'wallet-standard': {
    connect: 'bitcoin:connect',
    restore: 'standard:connect silent',
    close: 'standard:disconnect',
    sign: 'bitcoin:signMessage',
    signTransaction: 'bitcoin:signTransaction',
    send: 'bitcoin:signTransaction',
  },
  'JSON-RPC': {
    connect: 'bitcoin:connect',
    restore: 'standard:connect silent',
    close: 'standard:disconnect',
    sign: 'signMessage',
    signTransaction: 'signPsbt',
    send: 'signPsbt',
  },
}

export const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const signet = { ...regtest, bech32: 'tb' }
const amount = 12_345n

/**
 * Creates a `ContractWorld` for the contract suite, without the adapter and the connector. The chains and the keys are
 * real, and two other libraries verify the results.
 */
export function bip122Surroundings(
  devnet: Devnet,
  reach: Reach,
): { readonly keys: Bip122Wallet; readonly surroundings: Surroundings<'bip122'> } {
  const all = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'bip122')
  const networks = all as ChainNetwork<'bip122'>[] as [ChainNetwork<'bip122'>, ChainNetwork<'bip122'>]
  const [first, second] = networks
  const { alice, carol, dave } = bip122Accounts
  const foreignNetwork: ChainNetwork<'bip122'> = {
    ...second,
    id: '00000000da84f2bafbbc53dee25a72ae',
    caipNetworkId: 'bip122:00000000da84f2bafbbc53dee25a72ae',
    name: 'Elsewhere',
  }
  let prompts = 0
  const keys = createBip122Wallet({
    secret: alice!.secret,
    networks: [...networks, foreignNetwork].map(({ caipNetworkId }) => caipNetworkId),
    approve: async () => void prompts++,
  })
  const methodOf = (kind: WalletKind) => methods[reach][kind] ?? `none: ${kind}`
  const chain = bip122Chain(networks, dave!)

  return {
    keys,
    surroundings: {
      namespace: 'bip122',
      networks,
      foreignNetwork,
      lacks: lackedBy[reach],
      addresses: [alice!.address, alice!.ordinal],
      addressOn: (address, network) => (network === first ? address : onSignet(address)),
      strangerAddress: carol!.address,
      receiver: btc.Address(regtest).encode({ type: 'wpkh', hash: randomBytes(20) }),
      // bip122 has no tokens.
      token: { asset: `${first.caipNetworkId}/slip44:0`, symbol: 'BTC', decimals: 8 },
      missingToken: `${first.caipNetworkId}/slip44:0`,
      unknownHash: randomBytes(32).toString('hex'),
      smallAmount: amount,
      // Two addresses with a wrong checksum, one with the checksum of another version, and one of another family.
      invalidAddresses: [
        `${alice!.address.slice(0, -1)}q`,
        'mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVt',
        'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      ],
      // Two addresses of other networks, and an address of a script version that isn't defined yet.
      unsafeReceivers: [
        onSignet(carol!.address),
        '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      ],
      wallet: {
        next: (kind, step) => keys.script.next(methodOf(kind), walletStep(reach, kind, step)),
        count: (kind) => keys.script.count(kind && methodOf(kind)),
        prompts: () => prompts,
        network: () => keys.network,
        moveTo: keys.switchTo,
        select: keys.select,
        revoke: keys.revoke,
        forget: () => {},
        emitNonsense() {
          for (const event of [
            'accountsChanged',
            'chainChanged',
            'networkChanged',
            'accountChange',
            'networkChange',
          ])
            for (const payload of [null, undefined, {}, 'zzz', 7, [1], [null], Number.NaN])
              keys.emit(event, payload)
          for (const accounts of [null, undefined, {}, 'zzz', 7, [1], [null], [{ address: 7 }]])
            keys.emit('change', { accounts })
        },
        emitNetwork() {
          keys.emit('chainChanged', { enum: 'BITCOIN_SIGNET' })
          keys.emit('networkChange', { type: 'networkChange' })
        },
        listenerCount: keys.listenerCount,
      },
      chain,
      verifyMessage: async (message, { signature }, address) => {
        const text = typeof message === 'string' ? message : new TextDecoder().decode(message)
        try {
          // The library doesn't know the prefix `smp`, which marks a simple signature (BIP-322).
          return Verifier.verifySignature(address, text, signature.replace(/^smp/, ''))
        } catch {
          return false
        }
      },
      verifyTransaction: async ({ psbtBase64 }, signed, address) => {
        const asked = btc.Transaction.fromPSBT(Buffer.from(psbtBase64!, 'base64'))
        const got = btc.Transaction.fromPSBT(Buffer.from(signed.psbtBase64, 'base64'))
        got.finalize()
        const script = Buffer.from(got.getInput(0).witnessUtxo!.script).toString('hex')
        const own = Buffer.from(btc.OutScript.encode(btc.Address(regtest).decode(address))).toString('hex')
        return (
          script === own &&
          got.id === signed.txid &&
          Buffer.from(asked.unsignedTx).equals(Buffer.from(got.unsignedTx))
        )
      },
      transfer: async (to) => {
        const [coin] = (await chain.unspent(first.caipNetworkId, alice!.address)) as [Unspent]
        const funding = await chain.funding(first.caipNetworkId, coin)
        return { psbtBase64: transferPsbt(alice!.secret, coin, to, funding), inputsToSign: [0] }
      },
    },
  }
}

/**
 * Builds a PSBT with another library. The PSBT spends an output of a P2WPKH account, pays the amount to `to`, and returns the
 * change.
 * @param funding The transaction that created the coin, in hex. This transaction proves the coin's amount.
 */
export function transferPsbt(secret: string, coin: Unspent, to: string, funding?: string): string {
  const { script, address } = btc.p2wpkh(pubECDSA(Buffer.from(secret.slice(2), 'hex')), regtest)
  const transaction = new btc.Transaction()
  transaction.addInput({
    txid: coin.txid,
    index: coin.vout,
    witnessUtxo: { script, amount: BigInt(coin.value) },
    ...(funding && { nonWitnessUtxo: Buffer.from(funding, 'hex') }),
  })
  transaction.addOutputAddress(to, amount, regtest)
  transaction.addOutputAddress(address!, BigInt(coin.value) - amount - 300n, regtest)
  return Buffer.from(transaction.toPSBT()).toString('base64')
}

/** Converts a regtest address to the signet address with the same script. */
export function onSignet(address: string): string {
  return btc.Address(signet).encode(btc.Address(regtest).decode(address))
}

const empty: Readonly<Record<Reach, unknown>> = {
  'sats-connect': { addresses: [] },
  unisat: [],
  'wallet-standard': { accounts: [] },
  'JSON-RPC': { accounts: [] },
}

function walletStep(reach: Reach, kind: WalletKind, step: ContractStep): WalletStep {
  if (step === 'empty') return { answer: empty[reach] }
  if (step === 'lie') return { answer: null }
  if (step === 'fail') return { error: { code: -32603, message: 'Internal error' } }
  if (step === 'disconnect' && reach === 'sats-connect')
    return {
      answer: () => {
        throw new ProviderError(4900, 'The wallet is disconnected from all chains.')
      },
    }
  if (step !== 'nonsense') return step
  if (kind === 'connect') return { answer: { addresses: 'nonsense', accounts: 'nonsense' } }
  if (reach === 'unisat') return { answer: 'nonsense' }
  if (reach === 'wallet-standard')
    return { answer: [{ signature: new Uint8Array(3), signedPsbt: new Uint8Array(3) }] }
  return { answer: { signature: 'nonsense', psbt: 'nonsense' } }
}
