// @module-tag ci
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { StargateClient } from '@cosmjs/stargate'
import { bech32, hex } from '@scure/base'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { AuthInfo, Fee, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { simdBinary } from '../../src/devnet/nodes/cosmos/simd-binary.ts'
import { type BareDapp, openBareDapp } from '../support/bare-dapp.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { builtCli } from './support/bundle.ts'
import { hasPty, type OnPty, onPty } from './support/pty.ts'
import { tempDir } from './support/run-cli.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(Buffer.concat(parts))

describe.skipIf(!hasPty)('latchkey wallet on a real terminal, with a cosmos page', () => {
  let devnet: Devnet
  let main: string
  let dapp: BareDapp
  let node: StargateClient

  beforeAll(async () => {
    ;[devnet, main] = await Promise.all([leaseDevnet({ families: ['cosmos'], relay: true }), builtCli()])
    node = await StargateClient.connect(devnet.networks[0]!.rpcUrls.default.http[0]!)
  }, leaseTimeout)
  afterAll(async () => {
    node?.disconnect()
    await devnet?.stop()
  })
  beforeEach(async () => {
    dapp = await openBareDapp(devnet.relay!.url)
  })
  afterEach(() => dapp.close())

  const { address: alice, secret } = devAccounts.alice!.cosmos!
  const { address: bob } = devAccounts.bob!.cosmos!
  const mallory = bech32.encode('cosmos', bech32.toWords(crypto.getRandomValues(new Uint8Array(20))))
  const balance = async (address: string, denom = 'uatom') =>
    BigInt((await node.getBalance(address, denom)).amount)
  const asked = (wallet: OnPty, count: number) =>
    expect
      .poll(() => wallet.screen().match(/\[y\/N\]/g)?.length ?? 0, {
        message: `the terminal shows question ${count}`,
      })
      .toBe(count)

  async function paired() {
    const [network] = devnet.networks
    const chain = network!.caipNetworkId
    // Makes the command interactive, even if the tests run without a terminal.
    const env = { LATCHKEY_HOME: `${tempDir()}/home`, NO_COLOR: '1', CI: '' }
    writeDevnet(env, {
      ...{ id: 'test', pid: process.pid, startedAt: new Date().toISOString() },
      ...{ networks: [network!], tokens: [], nodes: devnet.nodes, relay: devnet.relay!.url, accounts: {} },
    })
    const { uri, settled } = await dapp.propose({
      cosmos: { chains: [chain], methods: ['cosmos_signDirect'], events: [] },
    })
    const wallet = onPty(main, ['wallet', uri], env)
    await asked(wallet, 1)
    wallet.type('y\r')
    const { topic } = await settled
    return {
      wallet,
      sign: (signDoc: object) =>
        dapp
          .request<{ signature: { signature: string } }>(topic, chain, 'cosmos_signDirect', {
            signerAddress: alice,
            signDoc,
          })
          .then(
            ({ signature }) => signature.signature,
            ({ code }: { code: number }) => ({ code }),
          ),
      async hangUp() {
        await dapp.client.disconnect({ topic, reason: { code: 6000, message: 'bye' } })
        return wallet.done
      },
    }
  }

  const key = () => hex.decode(secret.replace(/^0x/, ''))
  const send = MsgSend.encode({
    fromAddress: alice,
    toAddress: bob,
    amount: [{ denom: 'uatom', amount: '1000' }],
  }).finish()
  const feeOf = (denom: string, amount: string, gasLimit = 300_000n) =>
    Fee.fromPartial({ amount: [{ denom, amount }], gasLimit })
  /**
   * Makes a document for the chain, with bytes that no library writes: `behindMessage` follows the message, and `behindInfo`
   * follows the fee.
   */
  async function documentOf({ behindMessage = new Uint8Array(), behindInfo = new Uint8Array() }) {
    const { accountNumber, sequence } = await node.getSequence(alice)
    const bodyBytes = TxBody.encode(
      TxBody.fromPartial({
        messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: joined(send, behindMessage) }],
      }),
    ).finish()
    const [account] = await (await DirectSecp256k1Wallet.fromKey(key(), 'cosmos')).getAccounts()
    const publicKey = PubKey.encode({ key: account!.pubkey }).finish()
    const info = AuthInfo.encode(
      AuthInfo.fromPartial({
        signerInfos: [
          {
            publicKey: { typeUrl: '/cosmos.crypto.secp256k1.PubKey', value: publicKey },
            modeInfo: { single: { mode: 1 } },
            sequence: BigInt(sequence),
          },
        ],
        fee: feeOf('uatom', '8000'),
      }),
    ).finish()
    const authInfoBytes = joined(info, behindInfo)
    const chainId = String(devnet.networks[0]!.id)
    return {
      asked: {
        ...{ chainId, accountNumber: String(accountNumber) },
        ...{ bodyBytes: base64(bodyBytes), authInfoBytes: base64(authInfoBytes) },
      },
      /** Signs the document without reading it. */
      async blindly() {
        const signer = await DirectSecp256k1Wallet.fromKey(key(), 'cosmos')
        const document = { bodyBytes, authInfoBytes, chainId, accountNumber: BigInt(accountNumber) }
        const { signature } = await signer.signDirect(alice, document)
        return Buffer.from(signature.signature, 'base64')
      },
      broadcast: (signature: Uint8Array) =>
        node.broadcastTx(
          TxRaw.encode({ bodyBytes, authInfoBytes, signatures: [signature] }).finish(),
          60_000,
          50,
        ),
    }
  }
  const field = (number: number, value: Uint8Array) =>
    joined(Uint8Array.from([number * 8 + 2, value.length]), value)
  const hidden = { behindMessage: field(2, new TextEncoder().encode(mallory)) }

  it('shows the recipient and the fee of a transaction, and the network executes the transaction as shown', {
    tags: ['ci'],
  }, async () => {
    const { wallet, sign, hangUp } = await paired()
    const before = [await balance(alice), await balance(bob)] as const
    const document = await documentOf({})
    const answer = sign(document.asked)
    await asked(wallet, 2)
    const rows = wallet.screen().replaceAll('\r', '')
    expect(rows).toContain(bob)
    expect(rows).toMatch(/^fee +.*8000 uatom/m)
    wallet.type('y\r')
    const sent = await document.broadcast(Buffer.from((await answer) as string, 'base64'))
    expect(sent.code).toBe(0)
    expect(await balance(bob)).toBe(before[1] + 1000n)
    expect(await balance(alice)).toBe(before[0] - 9000n)
    expect(await hangUp()).toBe(0)
  })

  it('refuses a second recipient that is hidden behind the first', async () => {
    const { wallet, sign, hangUp } = await paired()
    const before = [await balance(alice), await balance(bob), await balance(mallory)] as const
    const document = await documentOf(hidden)
    expect(await sign(document.asked)).toEqual({ code: -32602 })
    await asked(wallet, 1)
    expect(await hangUp()).toBe(0)
    expect([await balance(alice), await balance(bob), await balance(mallory)]).toEqual(before)

    // The attack succeeds without the check: a wallet that signs unread bytes pays mallory instead of bob.
    const sent = await document.broadcast(await document.blindly())
    expect(sent.code).toBe(0)
    expect([await balance(bob), await balance(mallory)]).toEqual([before[1], before[2] + 1000n])
  })

  it('refuses a second fee that is hidden behind the first', async () => {
    const { wallet, sign, hangUp } = await paired()
    const before = await balance(alice, 'utusd')
    const second = field(2, Fee.encode(feeOf('utusd', '900000', 0n)).finish())
    const document = await documentOf({ behindInfo: second })
    expect(await sign(document.asked)).toEqual({ code: -32602 })
    await asked(wallet, 1)
    expect(await hangUp()).toBe(0)
    expect(await balance(alice, 'utusd')).toBe(before)

    // Only an SDK node charges both fees, so the attack works only there. The simulator reads a single fee.
    if (!simdBinary()) return
    const sent = await document.broadcast(await document.blindly())
    expect(sent.code).toBe(0)
    expect(await balance(alice, 'utusd')).toBe(before - 900_000n)
  })
})
