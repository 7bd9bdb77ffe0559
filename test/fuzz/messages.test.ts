import { base58, base64, hex } from '@scure/base'
import { verify as verifySchnorrkel } from '@scure/sr25519'
import { Message, VersionedMessage } from '@solana/web3.js'
import * as bitcoin from 'bitcoinjs-lib'
import { AuthInfo, SignDoc, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { decodeRlp, hexlify, keccak256, recoverAddress, Transaction } from 'ethers'
import { describe, expect, it } from 'vitest'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { familyWallet } from '../../src/wallets/walletconnect/families.ts'
import { fc } from '../support/fast-check.ts'
import { transactionBytes } from '../support/transaction-bytes.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { casesOf, timeout } from './fuzz.ts'

const cases = casesOf(5)

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
const alice = devAccounts.alice!

interface Family {
  /** Returns the request to sign bytes as a message. */
  request(bytes: Uint8Array): { readonly method: string; readonly params: unknown }
  /** Returns whether the family's library accepts the bytes as a transaction. May throw for other bytes. */
  isTransaction(bytes: Uint8Array): boolean
  /**
   * Returns whether the bytes have the form of a future transaction type. The wallet refuses these too. Few
   * texts have this form.
   */
  couldBeTransaction?(bytes: Uint8Array): boolean
  /**
   * Returns whether the answer contains a signature over exactly these bytes, as in a signed transaction.
   */
  signsThem?(bytes: Uint8Array, answer: never): boolean
  /** Transactions that the test changes. */
  readonly transactions: readonly Uint8Array[]
  readonly network: Partial<ChainNetwork>
}

const bytesOf = (family: keyof typeof transactionBytes) => transactionBytes[family].map(([, bytes]) => bytes)
const utf8 = new TextDecoder()

/** A polkadot payload in its signed form: the call, then the signed extensions. */
const polkadotPayload = Uint8Array.from([4, 3, 0, ...new Uint8Array(100).fill(7)])

const families: Readonly<Record<ChainNamespace, Family>> = {
  eip155: {
    network: { id: 1 },
    transactions: bytesOf('eip155'),
    request: (bytes) => ({ method: 'personal_sign', params: [hexlify(bytes), alice.eip155!.address] }),
    isTransaction: (bytes) => Transaction.from(hexlify(bytes)) !== undefined,
    couldBeTransaction: ([type = 0xff, ...rest]) => {
      const list = decodeRlp(hexlify(Uint8Array.from(rest)))
      return type < 0x80 && Array.isArray(list) && list.length >= 6
    },
    signsThem: (bytes, signature: string) =>
      recoverAddress(keccak256(bytes), signature) === alice.eip155!.address,
  },
  solana: {
    network: { id: 'localnet' },
    transactions: bytesOf('solana'),
    request: (bytes) => ({
      method: 'solana_signMessage',
      params: { pubkey: alice.solana!.address, message: base58.encode(bytes) },
    }),
    isTransaction: (bytes) => {
      const read = (bytes[0] ?? 0) < 0x80 ? Message.from(bytes) : VersionedMessage.deserialize(bytes)
      return same(read.serialize(), bytes)
    },
  },
  polkadot: {
    network: { id: '0'.repeat(32) },
    transactions: [polkadotPayload],
    request: (bytes) => ({
      method: 'polkadot_signMessage',
      params: { address: alice.polkadot!.address, message: `0x${hex.encode(bytes)}` },
    }),
    // Any bytes can be a call of some runtime, unless they are between the tags that wallets put around
    // messages. So this test only checks, in `signsThem`, that the wallet signs no bytes without tags.
    isTransaction: () => false,
    signsThem: (bytes, { signature }: { signature: string }) => {
      const wrapped = /^<Bytes>.*<\/Bytes>$/s.test(Buffer.from(bytes).toString('latin1'))
      const made = hex.decode(signature.slice(2))
      return !wrapped && verifySchnorrkel(bytes, made.subarray(-64), polkadotKey)
    },
  },
  bip122: {
    network: { id: '0f9188f13cb7b2c71f2a335e3a4fc328' },
    transactions: bytesOf('bip122'),
    request: (bytes) => ({
      method: 'signMessage',
      params: {
        account: alice.bip122!.address,
        message: utf8.decode(bytes),
        protocol: (bytes[0] ?? 0) % 2 ? 'ecdsa' : 'bip322',
      },
    }),
    // Bytes that aren't valid UTF-8 can't be a message on Bitcoin, because decoding would replace them.
    isTransaction: (bytes) => {
      const text = utf8.decode(bytes)
      if (!same(new TextEncoder().encode(text), bytes)) return false
      const spelled = [
        bytes,
        ...(/^([0-9a-f]{2})+$/i.test(text) ? [Buffer.from(text, 'hex')] : []),
        ...(/^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0
          ? [Buffer.from(text, 'base64')]
          : []),
      ]
      return spelled.some((one) => attempt(() => bitcoin.Transaction.fromBuffer(one).ins.length > 0))
    },
  },
  cosmos: {
    network: { id: 'chain-1', cosmos: { bech32Prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' } },
    transactions: bytesOf('cosmos'),
    request: (bytes) => ({
      method: 'cosmos_signAmino',
      params: { signerAddress: alice.cosmos!.address, signDoc: adr36(bytes) },
    }),
    isTransaction: (bytes) => {
      const doc = SignDoc.decode(bytes)
      AuthInfo.decode(doc.authInfoBytes)
      const body = TxBody.decode(doc.bodyBytes)
      // The library decodes several encodings. A chain verifies the signature only over the canonical
      // encoding.
      if (!same(SignDoc.encode(doc).finish(), bytes)) return false
      return doc.authInfoBytes.length > 0 && body.messages.some(({ typeUrl }) => typeUrl.startsWith('/'))
    },
  },
}

const polkadotKey = base58.decode(alice.polkadot!.address).subarray(1, 33)

const adr36 = (bytes: Uint8Array) => ({
  ...{ chain_id: '', account_number: '0', sequence: '0', memo: '', fee: { gas: '0', amount: [] } },
  msgs: [
    {
      type: 'sign/MsgSignData',
      value: { signer: alice.cosmos!.address, data: base64.encode(bytes) },
    },
  ],
})

function attempt(run: () => boolean): boolean {
  try {
    return run()
  } catch {
    return false
  }
}

describe.each(Object.keys(families) as ChainNamespace[])('bytes on %s', { timeout }, (namespace) => {
  const { network: own, ...family } = families[namespace]
  const network = {
    ...{ chainNamespace: namespace, caipNetworkId: `${namespace}:${own.id}`, name: 'Test' },
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 8 },
    rpcUrls: { default: { http: ['http://node.example/'] } },
    ...own,
  } as ChainNetwork
  const wallet = familyWallet(namespace, {
    secrets: [alice[namespace]!.secret],
    networks: [network],
    fetch: () => Promise.reject(new Error('not expected: a request')),
    log: console as never,
  })

  it('are never a transaction if the wallet signs them as a message', async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      take: fc.nat({ max: 2 }),
      put: fc.uint8Array({ maxLength: 3 }),
    })
    const changed = fc
      .tuple(fc.constantFrom(...family.transactions), fc.array(change, { maxLength: 3 }))
      .map(([bytes, changes]) =>
        changes.reduce((before, { at, take, put }) => {
          const start = Math.floor(at * before.length)
          return Uint8Array.from([...before.slice(0, start), ...put, ...before.slice(start + take)])
        }, Uint8Array.from(bytes)),
      )
    let transactions = 0
    let signed = 0
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 4, arbitrary: changed }, fc.uint8Array({ maxLength: 300 })),
        async (bytes) => {
          const isTransaction = attempt(() => family.isTransaction(bytes))
          if (isTransaction) transactions++
          const answer = await describeAndSign(wallet, family.request(bytes), network)
          if (!answer) return
          signed++
          expect(isTransaction).toBe(false)
          expect(family.signsThem?.(bytes, answer.result as never) ?? false).toBe(false)
        },
      ),
      { numRuns: cases },
    )
    // Each outcome must be frequent, or the test would prove little.
    if (namespace !== 'polkadot') expect(transactions).toBeGreaterThan(cases / 20)
    expect(signed).toBeGreaterThan(cases / 20)
  })

  it("are signed if they are text and can't be a transaction", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), async (text) => {
        const bytes = new TextEncoder().encode(text)
        if (attempt(() => family.couldBeTransaction?.(bytes) ?? family.isTransaction(bytes))) return
        expect(await describeAndSign(wallet, family.request(bytes), network)).toBeDefined()
      }),
      { numRuns: cases },
    )
  })
})
