import { hex } from '@scure/base'
import * as bitcoin from 'bitcoinjs-lib'
import { bip122Keys, bip122Wallet, cosmosWallet, eip155Wallet, polkadotWallet } from 'latchkey/wallets'
import { parseTransaction } from 'viem'
import { describe, expect, it } from 'vitest'
import { bitcoinChains } from '../../../src/core/chain/bip122.ts'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'
import { polkadotOverRelay } from '../../../src/wallets/polkadot/over-relay.ts'

const alice = devAccounts.alice!.polkadot!
const genesisOf = (digits: string) => `0x${digits.repeat(8)}`
const shown = {
  address: alice.address,
  ...{
    blockHash: genesisOf('1a7c4de7'),
    blockNumber: '0x00',
    genesisHash: genesisOf('1a7c4de7'),
    era: '0x00',
  },
  ...{ method: '0x00000c68656c', nonce: '0x07', tip: '0x00', version: 4, specVersion: '0x01' },
  ...{ transactionVersion: '0x01', signedExtensions: ['CheckGenesis', 'CheckNonce'] },
}
/** A payload of another call on another network. */
const hidden = { ...shown, method: '0x0a0300ffff', genesisHash: genesisOf('2b8d5ef8') }

describe('a polkadot payload', () => {
  const nested = { ...shown, transactionPayload: hidden }
  const log = { debug() {}, warn() {}, error() {} }
  const relayed = polkadotOverRelay({ secrets: [alice.secret], networks: [], fetch, log })
  const call = (transactionPayload: object) => ({
    method: 'polkadot_signTransaction',
    params: { address: alice.address, transactionPayload },
  })
  const network = { rpcUrls: { default: { http: ['http://127.0.0.1:1'] } }, nativeCurrency: {} } as never

  it('that contains another payload is refused by the permission check, by the step that adds missing fields, and by the signer', async () => {
    const refusal = { code: 'validation/invalid-input' }
    expect(() => relayed.chainsOf?.(call(nested), network)).toThrow(expect.objectContaining(refusal))
    await expect(relayed.complete?.(call(nested), network)).rejects.toMatchObject(refusal)
    await expect(relayed.request(call(nested), network)).rejects.toMatchObject(refusal)
  })

  it('is refused by an extension wallet, without a prompt, if it contains a second payload', async () => {
    const asked: unknown[] = []
    const { injected } = polkadotWallet({
      secrets: [alice.secret],
      authorized: true,
      approve: async ({ params }) => void asked.push(...params),
    })
    const { signer } = await injected.enable()
    await expect(signer.signPayload(nested as never)).rejects.toThrow('beside the payload')
    expect(asked).toEqual([])
  })

  it('is refused if the request has a second payload beside it', async () => {
    const beside = { ...call(shown), params: { ...hidden, transactionPayload: shown } }
    expect(() => relayed.chainsOf?.(beside, network)).toThrow('beside')
  })

  it('is signed if the request contains no other payload', async () => {
    expect(relayed.chainsOf?.(call(shown), network)).toEqual([`polkadot:${'1a7c4de7'.repeat(4)}`])
    await expect(relayed.request(call(shown), network)).resolves.toMatchObject({
      signature: expect.stringMatching(/^0x01[0-9a-f]{128}$/),
    })
  })

  it('is signed as the user saw it, even if the page changes it meanwhile', async () => {
    const changing = { ...shown }
    const { injected } = polkadotWallet({
      secrets: [alice.secret],
      authorized: true,
      signsTransactions: true,
      approve: async () => {
        Object.assign(changing, hidden)
      },
    })
    const { signer } = await injected.enable()
    const { signedTransaction } = await signer.signPayload(changing as never)
    expect(signedTransaction).toMatch(new RegExp(`${shown.method.slice(2)}$`))
  })
})

describe('a page that changes its request while the user decides', () => {
  it("can't change the calls of the eip155 batch", async () => {
    const { secret, address: from } = devAccounts.alice!.eip155!
    const calls = [{ to: `0x${'11'.repeat(20)}`, value: '0x1', gas: '0x5208', gasPrice: '0x1' }]
    const batch = { version: '2.0.0', chainId: '0x1', from, calls }
    const sent: `0x${string}`[] = []
    let shownTo: unknown
    const { provider } = eip155Wallet({
      privateKeys: [secret],
      chains: [{ id: 1, rpcUrl: 'http://node.example/' }],
      authorized: true,
      async approve({ params }) {
        shownTo = (params[0] as typeof batch).calls[0]!.to
        calls[0]!.to = `0x${'22'.repeat(20)}`
      },
      async fetch(_, init) {
        const { id, method, params } = JSON.parse(String(init?.body))
        if (method === 'eth_sendRawTransaction') sent.push(params[0])
        return Response.json({ jsonrpc: '2.0', id, result: '0x0' })
      },
    })
    await provider.request({ method: 'wallet_sendCalls', params: [batch] })
    expect(shownTo).toBe(`0x${'11'.repeat(20)}`)
    expect(sent.map((raw) => parseTransaction(raw).to)).toEqual([shownTo])
  })

  it("can't change the eip155 typed data", async () => {
    const { secret, address } = devAccounts.alice!.eip155!
    const types = { EIP712Domain: [], Note: [{ name: 'text', type: 'string' }] }
    const data = { types, domain: {}, primaryType: 'Note', message: { text: 'harmless' } }
    const signedWith = async (change: string) => {
      const given = structuredClone(data)
      const { provider } = eip155Wallet({
        privateKeys: [secret],
        chains: [{ id: 1, rpcUrl: 'http://node.example/' }],
        authorized: true,
        approve: async () => {
          given.message.text = change
        },
      })
      return provider.request({ method: 'eth_signTypedData_v4', params: [address, given] })
    }
    expect(await signedWith('everything')).toBe(await signedWith('harmless'))
  })

  it("can't change the cosmos document", async () => {
    const { secret, address } = devAccounts.alice!.cosmos!
    const approve = async () => {
      doc.memo = 'changed'
    }
    const message = { type: 'cosmos-sdk/MsgVote', value: { voter: address } }
    const fee = { amount: [], gas: '1' }
    const doc = { chain_id: 'c-1', account_number: '0', sequence: '0', fee, msgs: [message], memo: 'shown' }
    const { provider } = cosmosWallet({
      privateKeys: [secret],
      chains: [{ id: 'c-1', bech32Prefix: address.slice(0, address.lastIndexOf('1')) }],
      approved: ['c-1'],
      approve,
    })
    expect(await provider.signAmino('c-1', address, doc)).toMatchObject({ signed: { memo: 'shown' } })
  })

  it("can't change the inputs and the bytes of the PSBT", async () => {
    const { secret } = devAccounts.alice!.bip122!
    const { address } = await bip122Keys(secret)
    const own = address('p2wpkh', bitcoinChains.regtest)
    const script = bitcoin.address.toOutputScript(own, bitcoin.networks.regtest)
    const psbtFor = (value: bigint) => {
      const psbt = new bitcoin.Psbt({ network: bitcoin.networks.regtest })
      for (const byte of [1, 2])
        psbt.addInput({
          ...{ hash: new Uint8Array(32).fill(byte), index: 0 },
          witnessUtxo: { script, value: 1000n },
        })
      return psbt.addOutput({ script, value })
    }
    const inputs = [{ index: 0, address: own }]
    const signingIndexes = [0]
    const bytes = psbtFor(900n).toBuffer()
    const wallet = bip122Wallet({
      secret,
      networks: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328'],
      authorized: true,
      async approve() {
        inputs.push({ index: 1, address: own })
        signingIndexes.push(1)
        bytes.set(psbtFor(1n).toBuffer())
      },
    })
    const signatures = (psbt: bitcoin.Psbt) =>
      psbt.data.inputs.map(({ partialSig }) => partialSig?.length ?? 0)
    const asHex = await wallet.unisat.signPsbt(hex.encode(psbtFor(900n).toBuffer()), {
      autoFinalized: false,
      toSignInputs: inputs,
    })
    expect(signatures(bitcoin.Psbt.fromHex(String(asHex)))).toEqual([1, 0])
    bytes.set(psbtFor(900n).toBuffer())
    signingIndexes.splice(1)
    const { connect } = wallet.standard.features['bitcoin:connect'] as {
      connect(): Promise<{ accounts: readonly { address: string }[] }>
    }
    const account = (await connect()).accounts.find((each) => each.address === own)
    const feature = wallet.standard.features['bitcoin:signTransaction'] as {
      signTransaction(input: object): Promise<readonly { signedPsbt: Uint8Array }[]>
    }
    const [answer] = await feature.signTransaction({
      psbt: bytes,
      inputsToSign: [{ account, signingIndexes }],
    })
    const signed = bitcoin.Psbt.fromBuffer(answer!.signedPsbt)
    expect(signed.txOutputs.map(({ value }) => value)).toEqual([900n])
    expect(signatures(signed)).toEqual([1, 0])
  })
})
