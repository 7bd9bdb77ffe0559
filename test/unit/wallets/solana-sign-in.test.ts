import { base58 } from '@scure/base'
import { createSolanaWallet } from 'latchkey/testing'
import nacl from 'tweetnacl'
import { describe, expect, it } from 'vitest'
import { solanaAccounts } from '../../../src/devnet/accounts/solana.ts'
import { type SolanaSignInInput, solanaSignInText } from '../../../src/wallets/solana/sign-in-text.ts'

const alice = solanaAccounts.alice!
const bob = solanaAccounts.bob!

describe("a wallet's sign-in text", () => {
  const who = { domain: 'solana.com', address: 'A' }
  const first = 'solana.com wants you to sign in with your Solana account:\nA'
  // anza-xyz/wallet-standard, packages/core/util/src/__tests__/signIn.ts, at 253fa75.
  it.each([
    [who, first],
    [{ ...who, statement: 'S' }, `${first}\n\nS`],
    [{ ...who, statement: 'S\n\nS' }, `${first}\n\nS\n\nS`],
    [{ ...who, uri: 'https://solana.com' }, `${first}\n\nURI: https://solana.com`],
    [{ ...who, statement: 'S', uri: 'https://solana.com' }, `${first}\n\nS\n\nURI: https://solana.com`],
    [
      { ...who, statement: 'S\n\nS', uri: 'https://solana.com' },
      `${first}\n\nS\n\nS\n\nURI: https://solana.com`,
    ],
  ])('matches the SIWS test vector for %j', (input, text) => {
    expect(solanaSignInText(input)).toBe(text)
  })

  // phantom/sign-in-with-solana, README.md, at 0b3d41a: "Maximal Message Template".
  it('has every line of the longest SIWS template', () => {
    const template = `\${domain} wants you to sign in with your Solana account:
\${address}

\${statement}

URI: \${uri}
Version: \${version}
Chain ID: \${chain-id}
Nonce: \${nonce}
Issued At: \${issued-at}
Expiration Time: \${expiration-time}
Not Before: \${not-before}
Request ID: \${request-id}
Resources:
- \${resources[0]}
- \${resources[1]}`
    const blank = (name: string) => `\${${name}}`
    const input = {
      ...{ domain: blank('domain'), address: blank('address'), statement: blank('statement') },
      ...{ uri: blank('uri'), version: blank('version'), chainId: blank('chain-id'), nonce: blank('nonce') },
      ...{ issuedAt: blank('issued-at'), expirationTime: blank('expiration-time') },
      ...{ notBefore: blank('not-before'), requestId: blank('request-id') },
      resources: [blank('resources[0]'), blank('resources[1]')],
    }
    expect(solanaSignInText(input)).toBe(template)
  })
})

describe('a solana wallet', () => {
  function held(authorized: boolean) {
    const wallet = createSolanaWallet({
      secrets: [alice.secret, bob.secret],
      chains: [{ id: 'solana:mainnet', rpcUrl: 'http://127.0.0.1:1' }],
      authorized,
    })
    const { signIn } = wallet.standard.features['solana:signIn'] as {
      signIn(...inputs: SolanaSignInInput[]): Promise<
        readonly {
          readonly account: { readonly address: string }
          readonly signedMessage: Uint8Array
          readonly signature: Uint8Array
        }[]
      >
    }
    return { ...wallet, signIn }
  }

  it('signs in with the requested account, or by default with the selected account', async () => {
    const { signIn, select } = held(true)
    select(bob.address)
    for (const [address, signer] of [
      [alice.address, alice],
      [undefined, bob],
    ] as const) {
      const [output] = await signIn({ domain: 'a.example', ...(address && { address }) })
      const { account, signedMessage, signature } = output!
      expect(account.address).toBe(signer.address)
      expect(new TextDecoder().decode(signedMessage)).toBe(
        `a.example wants you to sign in with your Solana account:\n${signer.address}`,
      )
      expect(nacl.sign.detached.verify(signedMessage, signature, base58.decode(signer.address))).toBe(true)
    }
  })

  it('gives its accounts to a page that signs in', async () => {
    const { signIn, standard } = held(false)
    const told: unknown[] = []
    const { on } = standard.features['standard:events'] as {
      on(event: 'change', heard: (news: unknown) => void): unknown
    }
    on('change', (news) => told.push(news))
    await signIn({ domain: 'a.example' })
    expect(told).toEqual([{ accounts: standard.accounts }])
    expect(standard.accounts.map(({ address }) => address)).toEqual([alice.address, bob.address])
  })

  it.each([
    ['without a domain', {}, -32602],
    ['with an unknown account', { domain: 'a.example', address: 'A' }, 4100],
  ])('refuses to sign in %s', async (_, input, code) => {
    const { signIn, standard } = held(false)
    await expect(signIn(input)).rejects.toMatchObject({ code })
    expect(standard.accounts).toEqual([])
  })
})
