import { base58 } from '@scure/base'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { Devnet } from 'latchkey/devnet'
import {
  type ContractStep,
  type ContractWorld,
  createSolanaWallet,
  type SolanaWallet,
  type WalletKind,
  type WalletStep,
} from 'latchkey/testing'
import type { SolanaFeature } from 'latchkey/wallets'
import nacl from 'tweetnacl'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { Surroundings } from './family-world.ts'
import { solanaChain } from './solana-chain.ts'

export interface SolanaSurroundingsOptions {
  readonly devnet: Devnet
  /** The interface to the wallet: JSON-RPC, or wallet-standard with a wallet that broadcasts or only signs. */
  readonly reachedBy: 'sign-and-send' | 'sign-only' | 'rpc'
  /** Which of the devnet's two tokens the tests send: 0 for an SPL token, 1 for a Token-2022 token. */
  readonly token?: 0 | 1
  /** Called while the wallet prompts its user. */
  readonly whileAsking?: (() => Promise<void>) | undefined
}

const amount = 1_000_000n

/**
 * Creates a `ContractWorld` for the contract suite, without the adapter and the connector. The chains and the keys are
 * real, and tweetnacl verifies the results.
 */
export function solanaSurroundings({
  devnet,
  reachedBy,
  token: tokenIndex = 0,
  whileAsking,
}: SolanaSurroundingsOptions): {
  readonly keys: SolanaWallet
  readonly surroundings: Surroundings<'solana'>
} {
  const all = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'solana')
  const [first, second] = all as ChainNetwork<'solana'>[] as [ChainNetwork<'solana'>, ChainNetwork<'solana'>]
  const networks = [first, second] as const
  const [alice, bob, carol, dave] = ['alice', 'bob', 'carol', 'dave'].map(
    (name) => devnet.accounts[name]!.solana!,
  )
  const foreignNetwork: ChainNetwork<'solana'> = {
    ...second,
    id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    name: 'Elsewhere',
  }
  const features: readonly SolanaFeature[] = [
    'standard:disconnect',
    'solana:signMessage',
    'solana:signTransaction',
    ...(reachedBy === 'sign-only' ? [] : (['solana:signAndSendTransaction', 'solana:signIn'] as const)),
  ]
  let prompts = 0
  const keys = createSolanaWallet({
    secrets: [alice!.secret, bob!.secret],
    chains: [...networks, foreignNetwork].map(({ caipNetworkId, rpcUrls }) => ({
      id: caipNetworkId,
      rpcUrl: rpcUrls.default.http[0]!,
    })),
    features,
    approve: async () => {
      prompts++
      await whileAsking?.()
    },
  })
  const rpc = reachedBy === 'rpc'
  const sendMethod = reachedBy === 'sign-only' ? 'solana:signTransaction' : 'solana:signAndSendTransaction'
  const methods: Readonly<Partial<Record<WalletKind, string>>> = {
    connect: 'standard:connect',
    restore: 'standard:connect silent',
    close: 'standard:disconnect',
    sign: rpc ? 'solana_signMessage' : 'solana:signMessage',
    signTransaction: rpc ? 'solana_signTransaction' : 'solana:signTransaction',
    signAllTransactions: rpc ? 'solana_signAllTransactions' : 'solana:signTransaction',
    send: rpc ? 'solana_signAndSendTransaction' : sendMethod,
  }
  const methodOf = (kind: WalletKind) => methods[kind] ?? `none: ${kind}`
  const { asset, symbol, decimals } = devnet.tokens.filter(({ asset }) =>
    asset.startsWith(`${first.caipNetworkId}/`),
  )[tokenIndex]!

  return {
    keys,
    surroundings: {
      namespace: 'solana',
      networks,
      foreignNetwork,
      lacks: ['wallet.network', 'wallet.switch'],
      addresses: [alice!.address, bob!.address],
      strangerAddress: carol!.address,
      receiver: Keypair.generate().publicKey.toBase58(),
      token: { asset: asset as ContractWorld<'solana'>['token']['asset'], symbol, decimals },
      missingToken: `${first.caipNetworkId}/token:${Keypair.generate().publicKey.toBase58()}`,
      unknownHash: base58.encode(nacl.randomBytes(64)),
      smallAmount: amount,
      // Invalid addresses: a byte too few, a byte too many, letters that base58 excludes, and another family.
      invalidAddresses: [
        base58.encode(nacl.randomBytes(31).fill(7)),
        base58.encode(nacl.randomBytes(33).fill(200)),
        '0OIl'.repeat(9),
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      ],
      // The address of a token account, which has no private key.
      unsafeReceivers: ['CCMCWh4FudPEmY6Q1AVi5o8mQMXkHYkJUmZfzRGdcJ9P'],
      wallet: {
        next: (kind, step) => keys.script.next(methodOf(kind), walletStep(kind, step, rpc)),
        count: (kind) => keys.script.count(kind && methodOf(kind)),
        prompts: () => prompts,
        network: () => first.caipNetworkId,
        moveTo: () => {},
        select: keys.select,
        revoke: keys.revoke,
        forget: () => {},
        emitNonsense() {
          for (const accounts of [null, undefined, {}, 'zzz', 7, [1], ['zzz'], [null], [{ address: 7 }]])
            keys.emit({ accounts })
          for (const properties of [null, undefined, 7, 'zzz', [], { chains: 'zzz' }]) keys.emit(properties)
        },
        emitNetwork: () => {},
        listenerCount: keys.listenerCount,
      },
      chain: solanaChain(networks, dave!),
      verifyMessage: async (message, { signature }, address) =>
        nacl.sign.detached.verify(
          typeof message === 'string' ? new TextEncoder().encode(message) : message,
          base58.decode(signature),
          base58.decode(address),
        ),
      verifyTransaction: async ({ wire }, signed, address) => {
        const [asked, got] = [wire!, signed].map((bytes) => VersionedTransaction.deserialize(bytes))
        const message = asked!.message.serialize()
        return (
          Buffer.from(message).equals(Buffer.from(got!.message.serialize())) &&
          nacl.sign.detached.verify(message, got!.signatures[0]!, base58.decode(address))
        )
      },
      async transfer(to) {
        const { blockhash } = await new Connection(first.rpcUrls.default.http[0]!).getLatestBlockhash()
        const from = new PublicKey(alice!.address)
        const message = new TransactionMessage({
          payerKey: from,
          recentBlockhash: blockhash,
          instructions: [
            SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(to), lamports: amount }),
          ],
        }).compileToV0Message()
        return { wire: new VersionedTransaction(message).serialize() }
      },
    },
  }
}

function walletStep(kind: WalletKind, step: ContractStep, rpc: boolean): WalletStep {
  if (step === 'empty') return { answer: { accounts: [] } }
  if (step === 'lie') return { answer: null }
  if (step === 'fail') return { error: { code: -32603, message: 'Internal error' } }
  if (step !== 'nonsense') return step
  if (kind === 'connect') return { answer: { accounts: 'nonsense' } }
  if (rpc) return { answer: { signature: 'nonsense', transaction: 'nonsense', transactions: ['nonsense'] } }
  return { answer: [{ signature: new Uint8Array(3), signedTransaction: new Uint8Array(3) }] }
}
