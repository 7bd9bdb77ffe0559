import { base58 } from '@scure/base'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { createSolanaWallet } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'

const alice = devAccounts.alice!.solana!
const own = 'solana:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

function walletOn(rpcUrl: string, id: `solana:${string}` = own) {
  const asked: string[] = []
  const wallet = createSolanaWallet({
    secrets: [alice.secret],
    chains: [{ id, rpcUrl }],
    authorized: true,
    async fetch(url, init) {
      const { id, method } = JSON.parse(String(init?.body))
      if (method === 'isBlockhashValid') return Response.json({ jsonrpc: '2.0', id, result: { value: true } })
      asked.push(String(url))
      return Response.json({ jsonrpc: '2.0', id, result: 'sent' })
    },
  })
  return { wallet, asked }
}

/** Returns a transaction in which Alice pays herself. */
function transaction() {
  const key = new PublicKey(alice.address)
  const built = new Transaction().add(SystemProgram.transfer({ fromPubkey: key, toPubkey: key, lamports: 1 }))
  built.feePayer = key
  built.recentBlockhash = base58.encode(new Uint8Array(32).fill(7))
  return new Uint8Array(built.serialize({ requireAllSignatures: false }))
}

describe('the chains of the solana test wallet', () => {
  it.each(['http://127.0.0.1:8899', 'http://localhost:8899/', 'http://[::1]:1'])(
    'include solana:localnet when the node is at %s',
    (rpcUrl) => {
      const { standard } = walletOn(rpcUrl).wallet
      expect(standard.chains).toEqual([own, 'solana:localnet'])
      expect(standard.accounts[0]?.chains).toEqual([own, 'solana:localnet'])
    },
  )

  it.each(['https://rpc.example', 'http://127.0.0.1.example', 'http://10.0.0.1:8899'])(
    'leave out solana:localnet when the node is at %s',
    (rpcUrl) => {
      expect(walletOn(rpcUrl).wallet.standard.chains).toEqual([own])
    },
  )

  it('include solana:localnet only once', () => {
    expect(walletOn('http://127.0.0.1:8899', 'solana:localnet').wallet.standard.chains).toEqual([
      'solana:localnet',
    ])
  })

  it('include solana:localnet when the wallet sends a transaction', async () => {
    const { wallet, asked } = walletOn('http://127.0.0.1:8899')
    const { signAndSendTransaction } = wallet.standard.features['solana:signAndSendTransaction'] as {
      signAndSendTransaction(input: object): Promise<readonly { signature: Uint8Array }[]>
    }
    const [account] = wallet.standard.accounts
    const send = (chain: string) => signAndSendTransaction({ account, chain, transaction: transaction() })
    const [sent] = await send('solana:localnet')
    expect(sent?.signature).toHaveLength(64)
    expect(asked).toEqual(['http://127.0.0.1:8899/'])
    await expect(send('solana:devnet')).rejects.toMatchObject({ code: 4901 })
  })
})
