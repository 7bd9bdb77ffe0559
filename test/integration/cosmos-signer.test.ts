// @module-tag ci
import { decodeSignature, serializeSignDoc as serializeAmino } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, Sha256 } from '@cosmjs/crypto'
import { SigningStargateClient } from '@cosmjs/stargate'
import type { Latchkey } from 'latchkey'
import { cosmos } from 'latchkey/adapters/cosmos'
import { keplrConnector } from 'latchkey/connectors'
import { cosmosSigner } from 'latchkey/cosmos-signer'
import type { Devnet } from 'latchkey/devnet'
import { type CosmosWallet, createCosmosWallet } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOn } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['cosmos'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('the CosmJS signer', () => {
  let keys: CosmosWallet
  let client: Latchkey
  beforeEach(async () => {
    keys = createCosmosWallet({
      privateKeys: [devnet.accounts.alice!.cosmos!.secret],
      chains: devnet.networks.map(({ id }) => ({ id: String(id), bech32Prefix: 'cosmos' })),
    })
    client = clientOn(
      devnet,
      [cosmos()],
      [keplrConnector({ id: 'keys', name: 'Keys', provider: keys.provider })],
    )
  })
  afterEach(() => client.dispose())

  const address = (name: string) => devnet.accounts[name]!.cosmos!.address
  const chainId = () => String(devnet.networks[0]!.id)
  const url = () => devnet.networks[0]!.rpcUrls.default.http[0]!
  const fee = { amount: [{ denom: 'uatom', amount: '5000' }], gas: '200000' }
  const coins = [{ denom: 'uatom', amount: '4321' }]

  it.each(['signDirect', 'signAmino'] as const)(
    'signs a CosmJS transaction with a single %s request to the wallet',
    async (method) => {
      await client.connect({ connectorId: 'keys' })
      const both = cosmosSigner(client, { chainId: chainId() })
      const signer = method === 'signAmino' ? both.amino : both
      expect((await signer.getAccounts()).map((account) => account.address)).toEqual([address('alice')])
      const stargate = await SigningStargateClient.connectWithSigner(url(), signer)
      const held = async () => BigInt((await stargate.getBalance(address('carol'), 'uatom')).amount)
      const before = await held()
      const sent = await stargate.sendTokens(address('alice'), address('carol'), coins, fee, 'a memo')
      expect(sent.code).toBe(0)
      expect((await held()) - before).toBe(4321n)
      expect(keys.script.count(method)).toBe(1)
      expect(keys.script.count('signDirect') + keys.script.count('signAmino')).toBe(1)
      stargate.disconnect()
    },
  )

  it('signs a document unchanged, and a second library verifies it', async () => {
    await client.connect({ connectorId: 'keys' })
    const signer = cosmosSigner(client, { chainId: chainId() })
    const doc = {
      chain_id: chainId(),
      account_number: '7',
      sequence: '9',
      fee,
      msgs: [
        {
          type: 'cosmos-sdk/MsgSend',
          value: { from_address: address('alice'), to_address: address('bob'), amount: coins },
        },
      ],
      memo: '',
    }
    const { signed, signature } = await signer.signAmino(address('alice'), doc)
    expect(signed).toEqual(doc)
    const { pubkey, signature: bytes } = decodeSignature(signature)
    const digest = new Sha256(serializeAmino(doc)).digest()
    expect(Secp256k1.verifySignature(Secp256k1Signature.fromFixedLength(bytes), digest, pubkey)).toBe(true)
    expect(pubkey).toEqual((await signer.getAccounts())[0]!.pubkey)
  })

  it('keeps the fee granter of a document whose fee the visitor changed in the wallet', async () => {
    await client.connect({ connectorId: 'keys' })
    const signer = cosmosSigner(client, { chainId: chainId() })
    const doc = {
      chain_id: chainId(),
      account_number: '7',
      sequence: '9',
      fee: { ...fee, granter: address('bob') },
      msgs: [
        {
          type: 'cosmos-sdk/MsgSend',
          value: { from_address: address('alice'), to_address: address('bob'), amount: coins },
        },
      ],
      memo: '',
    }
    const chosen = { ...doc.fee, amount: [{ denom: 'uatom', amount: '9' }] }
    keys.script.next('signAmino', {
      answer: () => keys.provider.signAmino(chainId(), address('alice'), { ...doc, fee: chosen }),
    })
    const { signed, signature } = await signer.signAmino(address('alice'), doc)
    expect(signed).toEqual({ ...doc, fee: chosen })
    const { pubkey, signature: bytes } = decodeSignature(signature)
    const digest = new Sha256(serializeAmino(signed)).digest()
    expect(Secp256k1.verifySignature(Secp256k1Signature.fromFixedLength(bytes), digest, pubkey)).toBe(true)
  })

  it('refuses a document of another network or account, and a signature over a changed document', async () => {
    const signer = cosmosSigner(client, { chainId: chainId() })
    await expect(signer.getAccounts()).rejects.toMatchObject({ code: 'connection/not-connected' })
    await client.connect({ connectorId: 'keys' })
    const doc = { bodyBytes: new Uint8Array([1]), authInfoBytes: new Uint8Array([2]), accountNumber: 1n }
    await expect(signer.signDirect(address('alice'), { ...doc, chainId: 'other-1' })).rejects.toMatchObject({
      code: 'network/wrong-chain',
    })
    await expect(signer.signDirect(address('carol'), { ...doc, chainId: chainId() })).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
    const elsewhere = cosmosSigner(client, { chainId: String(devnet.networks[1]!.id) })
    await expect(elsewhere.getAccounts()).rejects.toMatchObject({ code: 'network/wrong-chain' })
    expect(keys.script.count('signDirect')).toBe(0)
    keys.script.next('signDirect', {
      answer: { signed: { ...doc, bodyBytes: new Uint8Array([3]), chainId: chainId() } },
    })
    await expect(signer.signDirect(address('alice'), { ...doc, chainId: chainId() })).rejects.toMatchObject({
      code: 'wallet/transaction-altered',
    })
  })
})
