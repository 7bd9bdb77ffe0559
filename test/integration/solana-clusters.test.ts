import { base58, base64 } from '@scure/base'
import {
  Connection,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { type Devnet, devAccounts } from 'latchkey/devnet'
import { solanaWallet } from 'latchkey/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

const { secret, address } = devAccounts.alice!.solana!

describe('a solana wallet that gets a request on one cluster', () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['solana'] })
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  const clusters = () =>
    devnet.networks.slice(0, 2).map(({ caipNetworkId, rpcUrls }) => ({
      id: caipNetworkId as `solana:${string}`,
      rpcUrl: rpcUrls.default.http[0]!,
    })) as [{ id: `solana:${string}`; rpcUrl: string }, { id: `solana:${string}`; rpcUrl: string }]
  /** Creates a transfer with this blockhash. With `nonce`, the transfer uses a durable nonce. */
  const transfer = (recentBlockhash: string, nonce?: PublicKey) => {
    const payerKey = new PublicKey(address)
    const advance = nonce && SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: payerKey })
    const instructions = [
      ...(advance ? [advance] : []),
      SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: payerKey, lamports: 7 }),
    ]
    const message = new TransactionMessage({ payerKey, recentBlockhash, instructions }).compileToV0Message()
    return base64.encode(new VersionedTransaction(message).serialize())
  }
  const opened = () => {
    const asked: unknown[] = []
    const [shown, other] = clusters()
    const approve = async (request: unknown) => void asked.push(request)
    const wallet = solanaWallet({ secrets: [secret], chains: [shown, other], authorized: true, approve })
    const sign = async (transaction: string, method = 'solana_signTransaction') => {
      const params = { pubkey: address, transaction, transactions: [transaction] }
      return (await wallet.request({ method, params }, shown.id)) as { transaction: string }
    }
    const hashOf = async ({ rpcUrl }: { rpcUrl: string }) =>
      (await new Connection(rpcUrl, 'confirmed').getLatestBlockhash()).blockhash
    return { asked, shown, other, wallet, sign, hashOf }
  }

  it.each(['solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'])(
    'refuses %s without a prompt if the transaction belongs to another cluster',
    async (method) => {
      const { asked, other, sign, hashOf } = opened()
      await expect(sign(transfer(await hashOf(other)), method)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('another cluster'),
      })
      expect(asked).toEqual([])
    },
  )

  it('refuses a transaction through wallet-standard if the page names the wrong cluster', async () => {
    const { shown, other, wallet, hashOf } = opened()
    const feature = wallet.standard.features['solana:signTransaction'] as {
      signTransaction(input: object): Promise<readonly object[]>
    }
    const [account] = wallet.standard.accounts
    const transaction = base64.decode(transfer(await hashOf(other)))
    await expect(feature.signTransaction({ account, chain: shown.id, transaction })).rejects.toMatchObject({
      code: -32602,
    })
    await expect(feature.signTransaction({ account, chain: other.id, transaction })).resolves.toHaveLength(1)
    await expect(feature.signTransaction({ account, transaction })).resolves.toHaveLength(1)
  })

  it("refuses a transaction whose durable nonce doesn't exist on the cluster", async () => {
    const { sign, hashOf, shown } = opened()
    const nonce = new PublicKey(new Uint8Array(32).fill(9))
    await expect(sign(transfer(await hashOf(shown), nonce))).rejects.toMatchObject({
      message: expect.stringContaining('the nonce'),
    })
  })

  it('signs and sends a transaction of the cluster', async () => {
    const { asked, shown, sign, hashOf } = opened()
    const { transaction } = await sign(transfer(await hashOf(shown)))
    const sent = await new Connection(shown.rpcUrl, 'confirmed').sendRawTransaction(
      base64.decode(transaction),
    )
    expect(base58.decode(sent)).toHaveLength(64)
    expect(asked).toHaveLength(1)
  })
})
