import { StargateClient } from '@cosmjs/stargate'
import { bech32 } from '@scure/base'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { cosmosOverRelay } from '../../src/wallets/cosmos/over-relay.ts'
import { fc } from '../support/fast-check.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { faulty } from './cosmos-transactions.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { nodeCases, nodeTimeoutFor } from './fuzz.ts'

const { address: signerAddress, secret } = devAccounts.alice!.cosmos!
const count = nodeCases(2000)
const denoms = ['uatom', 'utusd'] as const

describe('a described cosmos document, on a node,', { timeout: nodeTimeoutFor(count) }, () => {
  let devnet: Devnet
  let node: StargateClient
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['cosmos'] })
    node = await StargateClient.connect(devnet.networks[0]!.rpcUrls.default.http[0]!)
  }, leaseTimeout)
  afterAll(async () => {
    node?.disconnect()
    await devnet?.stop()
  })

  it('transfers the shown amounts, for the shown fee', async () => {
    const network = devnet.networks[0]!
    const chainId = String(network.id)
    const options = { secrets: [secret], networks: [network], fetch, log: console as never }
    const wallet = cosmosOverRelay(options)
    const publicKey = await keyOf(wallet, network)
    const holdings = async () =>
      new Map(
        await Promise.all(
          denoms.map(
            async (denom) => [denom, BigInt((await node.getBalance(signerAddress, denom)).amount)] as const,
          ),
        ),
      )
    const coin = fc.record({ denom: fc.constantFrom(...denoms), amount: fc.integer({ min: 1, max: 999 }) })
    const receiver = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => bech32.encode('cosmos', bech32.toWords(bytes)))
    const asked = fc.record({
      sends: fc.array(fc.tuple(receiver, coin), { minLength: 1, maxLength: 3 }),
      memo: fc.string({ maxLength: 20 }),
      fee: fc.integer({ min: 7499, max: 9000 }),
      fault: fc.oneof(
        { weight: 3, arbitrary: fc.constant(undefined) },
        {
          weight: 1,
          arbitrary: fc.tuple(
            fc.boolean(),
            fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 }),
            fc.nat({ max: 4 }),
          ),
        },
      ),
    })
    let told = 0
    await fc.assert(
      fc.asyncProperty(asked, async ({ sends, memo, fee, fault }) => {
        const before = await holdings()
        const { accountNumber, sequence } = await node.getSequence(signerAddress)
        const body = TxBody.encode(
          TxBody.fromPartial({
            memo,
            messages: sends.map(([toAddress, { denom, amount }]) => ({
              typeUrl: '/cosmos.bank.v1beta1.MsgSend',
              value: MsgSend.encode({
                fromAddress: signerAddress,
                toAddress,
                amount: [{ denom, amount: String(amount) }],
              }).finish(),
            })),
          }),
        ).finish()
        const info = AuthInfo.encode(
          AuthInfo.fromPartial({
            signerInfos: [
              {
                publicKey: {
                  typeUrl: '/cosmos.crypto.secp256k1.PubKey',
                  value: PubKey.encode({ key: publicKey }).finish(),
                },
                modeInfo: { single: { mode: 1 } },
                sequence: BigInt(sequence),
              },
            ],
            fee: { amount: [{ denom: 'uatom', amount: String(fee) }], gasLimit: 300_000n },
          }),
        ).finish()
        const [inBody, picks, kind] = fault ?? []
        const bodyBytes = picks && inBody ? faulty(body, picks, kind!) : body
        const authInfoBytes = picks && !inBody ? faulty(info, picks, kind!) : info
        const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
        const signDoc = {
          ...{ chainId, accountNumber: String(accountNumber) },
          ...{ bodyBytes: text(bodyBytes), authInfoBytes: text(authInfoBytes) },
        }
        const answer = await describeAndSign(
          wallet,
          { method: 'cosmos_signDirect', params: { signerAddress, signDoc } },
          network,
        )
        if (!answer) return
        const { signature } = answer.result as { signature: { signature: string } }
        const raw = TxRaw.encode({
          ...{ bodyBytes, authInfoBytes },
          signatures: [Buffer.from(signature.signature, 'base64')],
        }).finish()
        const sent = await node.broadcastTx(raw, 60_000, 20).catch(() => undefined)
        const after = await holdings()
        if (!sent) {
          expect(after).toEqual(before)
          return
        }
        const shown = answer.described.rows
        const expected = new Map(before)
        const take = (coins: string) => {
          for (const [, amount, denom] of coins.matchAll(/(\d+) ?(u[a-z]+)/g))
            expected.set(denom as never, expected.get(denom as never)! - BigInt(amount!))
        }
        take(shown.find(([name]) => name === 'fee')![1].replace(/\(.*$/, ''))
        if (sent.code === 0) {
          told++
          for (const [name, value] of shown)
            if (name === 'message') take(/^sends (.+) from /.exec(value)?.[1] ?? '')
        }
        expect(after).toEqual(expected)
      }),
      { numRuns: count },
    )
    console.log(`fuzz: ${told} of ${count} described and done`)
    expect(told).toBeGreaterThan(count / 3)
  })
})

async function keyOf(wallet: ReturnType<typeof cosmosOverRelay>, network: Devnet['networks'][number]) {
  const [account] = (await wallet.request({ method: 'cosmos_getAccounts', params: {} }, network)) as [
    { pubkey: string },
  ]
  return Buffer.from(account.pubkey, 'base64')
}
