import { base58, base64 } from '@scure/base'
import { Keypair, PublicKey, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js'
import nacl from 'tweetnacl'
import { describe, expect, it } from 'vitest'
import type { ServiceWallet } from '../../../../src/core/wallet/wallet-service.ts'
import { networksFrom } from '../../../../src/embedded-wallet/networks.ts'
import { solanaRequests } from '../../../../src/embedded-wallet/requests/solana.ts'
import { systemClock } from '../../../../src/platform/system-clock.ts'
import { describeRequest } from '../../../../src/wallets/describe/request.ts'

const key = Keypair.generate()
const pubkey = key.publicKey.toBase58()
const wallet: ServiceWallet = { version: 1, splitAt: 0, addresses: { eip155: '0x', solana: pubkey } }
const secrets = { eip155: '0x', solana: base58.encode(key.secretKey) }

function prepare() {
  const sent: { method: string; params: unknown[] }[] = []
  const networks = networksFrom(
    [
      {
        id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
        name: 'Devnet',
        rpcUrl: 'http://node.example/',
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      },
    ],
    null,
    'eip155:1',
  )
  const request = solanaRequests(async (_, init) => {
    const call = JSON.parse(String(init?.body))
    const isKnown = call.params[0] === PublicKey.default.toBase58()
    if (call.method === 'isBlockhashValid')
      return Response.json({ jsonrpc: '2.0', id: call.id, result: { value: isKnown } })
    sent.push(call)
    return Response.json({ jsonrpc: '2.0', id: call.id, result: 'signature-of-the-node' })
  }, systemClock)
  return {
    sent,
    ask: (method: string, params: unknown) => request({ method, params }, wallet, networks.of('solana')),
  }
}

function transfer(payer = key.publicKey, recentBlockhash = PublicKey.default.toBase58()): string {
  const transaction = new Transaction({ feePayer: payer, recentBlockhash })
  transaction.add(
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: PublicKey.default, lamports: 5_000_000n }),
  )
  return base58.encode(transaction.serialize({ requireAllSignatures: false }))
}

function isSigned(text: string): boolean {
  const { message, signatures } = VersionedTransaction.deserialize(base58.decode(text))
  return nacl.sign.detached.verify(message.serialize(), signatures[0]!, key.publicKey.toBytes())
}

describe('a solana request to the embedded wallet', () => {
  it('signs a transaction in base58', async () => {
    const { call, network, sign } = await prepare().ask('solana_signTransaction', { transaction: transfer() })
    const { summary } = await describeRequest(call, network)
    expect(summary).toContain('sends 0.005 SOL')
    const { transaction } = (await sign(secrets)) as { transaction: string }
    expect(isSigned(transaction)).toBe(true)
  })

  it('signs several transactions', async () => {
    const { sign } = await prepare().ask('solana_signAllTransactions', {
      transactions: [transfer(), transfer()],
    })
    const { transactions } = (await sign(secrets)) as { transactions: string[] }
    expect(transactions.map(isSigned)).toEqual([true, true])
  })

  it("sends a transaction with the page's options", async () => {
    const { ask, sent } = prepare()
    const options = { skipPreflight: true, maxRetries: 2 }
    const { sign } = await ask('solana_signAndSendTransaction', { transaction: transfer(), options })
    const { signature } = (await sign(secrets)) as { signature: string }
    expect(sent).toHaveLength(1)
    const [wire, sentOptions] = sent[0]!.params as [string, object]
    // The page gets the signature in the transaction, not the signature in the node's answer.
    const own = VersionedTransaction.deserialize(base64.decode(wire)).signatures[0]!
    expect(signature).toBe(base58.encode(own))
    expect(isSigned(base58.encode(base64.decode(wire)))).toBe(true)
    expect(sentOptions).toEqual({ ...options, encoding: 'base64' })
  })

  it.each([
    ['solana_signTransaction', { transaction: 'not base58: 0OIl' }],
    ['solana_signTransaction', { transaction: base58.encode(new Uint8Array(40)) }],
    ['solana_signTransaction', { transaction: transfer(Keypair.generate().publicKey) }],
    [
      'solana_signTransaction',
      { transaction: transfer(key.publicKey, Keypair.generate().publicKey.toBase58()) },
    ],
    ['solana_signAllTransactions', { transactions: [] }],
    [
      'solana_signMessage',
      { message: base58.encode(new Uint8Array(3)), pubkey: PublicKey.default.toBase58() },
    ],
    ['solana_other', { transaction: transfer() }],
  ])('is refused with the method %s and the parameters %j', async (method, params) => {
    await expect(prepare().ask(method, params)).rejects.toThrow()
  })
})
