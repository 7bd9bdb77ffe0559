import { base58, hex } from '@scure/base'
import {
  bip122Wallet,
  cosmosWallet,
  describeRequest,
  eip155Keys,
  eip155Wallet,
  solanaKeys,
  solanaWallet,
} from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { offchainMessage } from '../../../src/core/chain/solana-offchain.ts'
import { devAccounts } from '../../../src/devnet/index.ts'
import { runCli } from '../../cli/support/run-cli.ts'
import { type Family, transactionBytes } from '../../support/transaction-bytes.ts'

const alice = devAccounts.alice!
const refusal = { code: 'validation/invalid-input', message: expect.stringContaining('is a transaction') }
const hexOf = (bytes: Uint8Array) => `0x${hex.encode(bytes)}`
const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** For each family, the ways to give a message of bytes to the keys, the wallet or its approval. */
const ways: Readonly<Record<Family, Readonly<Record<string, (bytes: Uint8Array) => Promise<unknown>>>>> = {
  eip155: {
    'the keys': async (bytes) =>
      (await eip155Keys([alice.eip155!.secret])).signMessage(alice.eip155!.address, hexOf(bytes)),
    'the wallet': (bytes) =>
      eip155Wallet({
        privateKeys: [alice.eip155!.secret],
        chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
        authorized: true,
      }).provider.request({ method: 'personal_sign', params: [hexOf(bytes), alice.eip155!.address] }),
    'the approval': (bytes) =>
      describeRequest({ method: 'personal_sign', params: [hexOf(bytes), alice.eip155!.address] }, undefined),
  },
  solana: {
    'the keys': async (bytes) =>
      (await solanaKeys([alice.solana!.secret])).signBytes(alice.solana!.address, bytes),
    'the wallet by wallet-standard': (bytes) => {
      const { standard } = solana()
      const feature = standard.features['solana:signMessage'] as {
        signMessage(input: object): Promise<unknown>
      }
      return feature.signMessage({ account: standard.accounts[0], message: bytes })
    },
    'the wallet by JSON-RPC': (bytes) =>
      solana().request(
        {
          method: 'solana_signMessage',
          params: { pubkey: alice.solana!.address, message: base58.encode(bytes) },
        },
        'solana:x',
      ),
    'the approval': (bytes) =>
      describeRequest(
        {
          method: 'solana_signMessage',
          params: { pubkey: alice.solana!.address, message: base58.encode(bytes) },
        },
        undefined,
      ),
  },
  bip122: {
    unisat: (bytes) => bitcoin().unisat.signMessage(utf8(bytes)),
    'bip-322': (bytes) => bitcoin().unisat.signMessage(utf8(bytes), 'bip322-simple'),
    'wallet-standard': async (bytes) => {
      const { standard } = bitcoin()
      const { connect } = standard.features['bitcoin:connect'] as {
        connect(): Promise<{ accounts: readonly object[] }>
      }
      const { accounts } = await connect()
      const feature = standard.features['bitcoin:signMessage'] as {
        signMessage(input: object): Promise<unknown>
      }
      return feature.signMessage({ account: accounts[0], message: bytes })
    },
    'the wallet by JSON-RPC': async (bytes) => {
      const wallet = bitcoin()
      const [account] = await wallet.addresses()
      return wallet.request({ method: 'signMessage', params: { account, message: utf8(bytes) } }, 'bip122:x')
    },
    'the approval': (bytes) =>
      describeRequest({ method: 'signMessage', params: { account: 'x', message: utf8(bytes) } }, undefined),
  },
  cosmos: {
    signArbitrary: (bytes) => cosmos().signArbitrary('chain-1', alice.cosmos!.address, bytes),
    'a document of ADR-36': (bytes) => cosmos().signAmino('chain-1', alice.cosmos!.address, adr36(bytes)),
    'the approval': (bytes) =>
      describeRequest(
        {
          method: 'cosmos_signAmino',
          params: { signerAddress: alice.cosmos!.address, signDoc: adr36(bytes) },
        },
        undefined,
      ),
  },
}

function solana() {
  return solanaWallet({
    secrets: [alice.solana!.secret],
    chains: [{ id: 'solana:x', rpcUrl: 'http://127.0.0.1:1' }],
    authorized: true,
  })
}
function bitcoin() {
  return bip122Wallet({
    secret: alice.bip122!.secret,
    networks: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328'],
    authorized: true,
  })
}
function cosmos() {
  const { secret, address } = alice.cosmos!
  return cosmosWallet({
    privateKeys: [secret],
    chains: [{ id: 'chain-1', bech32Prefix: address.slice(0, address.lastIndexOf('1')) }],
    approved: ['chain-1'],
  }).provider
}
function adr36(bytes: Uint8Array) {
  const data = Buffer.from(bytes).toString('base64')
  return {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value: { signer: alice.cosmos!.address, data } }],
    memo: '',
  }
}

describe.each(Object.entries(ways) as [Family, (typeof ways)[Family]][])(
  'a message of bytes on %s',
  (family, all) => {
    describe.each(Object.entries(all))('through %s', (_, sign) => {
      it.each(transactionBytes[family])('is refused if it is %s', async (_name, bytes) => {
        await expect(sign(bytes)).rejects.toMatchObject(refusal)
      })

      it('is accepted if it is an ordinary message', async () => {
        for (const message of [
          'hello',
          'Grüße 你好',
          '{"msgs":[]}',
          '\n\n\n\n',
          'ab'.repeat(32),
          'a'.repeat(2000),
        ])
          await expect(sign(new TextEncoder().encode(message))).resolves.toBeDefined()
      })
    })
  },
)

describe.each(Object.entries(ways.solana))('a message for Solana through %s', (_, sign) => {
  const key = base58.decode(alice.solana!.address)
  const text = new TextEncoder().encode('bank.example wants you to sign in with your Solana account:\nme')

  it.each([
    ['printable text', offchainMessage(new TextEncoder().encode('hello'), key)],
    ['a sign-in message', offchainMessage(text, key)],
    ['a sign-in message in the long format', offchainMessage(text, key, 2)],
    ['nothing', Uint8Array.from(offchainMessage(text, key).subarray(0, 16))],
  ])('is refused if it is the envelope of an off-chain message with %s', async (_name, bytes) => {
    await expect(sign(bytes)).rejects.toMatchObject({
      code: 'validation/invalid-input',
      message: expect.stringContaining('off-chain message'),
    })
  })

  it('is accepted if it only names the envelope', async () => {
    await expect(sign(new TextEncoder().encode('solana offchain'))).resolves.toBeDefined()
    await expect(sign(new TextEncoder().encode('\xffsolana offchain'))).resolves.toBeDefined()
  })
})

describe('latchkey sign message', () => {
  const cases: readonly (readonly [Family, string, string])[] = [
    ['cosmos', 'cosmos:latchkey-1', utf8(transactionBytes.cosmos[2]![1])],
    ['bip122', 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', utf8(transactionBytes.bip122[3]![1])],
  ]
  it.each(cases)('refuses to sign a transaction of %s', async (_, network, message) => {
    const ran = await runCli(
      ['sign', 'message', message, '-w', 'dev:alice', '-n', network, '--rpc', 'http://127.0.0.1:1', '--json'],
      { env: { LATCHKEY_HOME: '/nonexistent/home' } },
    )
    expect(ran.json().error).toMatchObject({ code: 'validation/invalid-input' })
    expect(ran.json().error?.message).toContain('is a transaction')
  })
})
