import * as btc from '@scure/btc-signer'
import { bip122 } from 'latchkey/adapters/bip122'
import { bitcoinRegtest } from 'latchkey/networks'
import { type Bip122Wallet, createBip122Wallet, memoryPlatform } from 'latchkey/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bitcoinConnector } from '../../../../src/connectors/external-bitcoin.ts'
import { caipAddress } from '../../../../src/core/chain/caip.ts'
import type { ConnectorSession, WalletChannel } from '../../../../src/core/wallet/connector.ts'
import { regtest } from '../../../support/bip122-surroundings.ts'

const { caipNetworkId } = bitcoinRegtest
const { NONE, SINGLE_ANYONECANPAY } = btc.SigHash
const dialects = {
  unisat: (wallet: Bip122Wallet) => wallet.unisat,
  'sats-connect': (wallet: Bip122Wallet) => wallet.satsConnect,
  leather: (wallet: Bip122Wallet) => wallet.leather,
}
/** The channels to a wallet that isn't at a property of the page. */
const channels: Record<string, (wallet: Bip122Wallet) => WalletChannel> = {
  WalletConnect: (wallet) => ({ kind: 'rpc', request: (call, network) => wallet.request(call, network) }),
  'wallet-standard': (wallet) => ({ kind: 'wallet-standard', wallet: wallet.standard }),
}

/** Returns a function that lets a wallet sign a PSBT with these sighash types, and returns the wallet's request. */
async function signing(way: string) {
  const platform = memoryPlatform()
  const networks = [bitcoinRegtest]
  const wallet = createBip122Wallet({
    secret: `0x${'7'.repeat(64)}`,
    networks: [caipNetworkId],
    allowSighash: [NONE, SINGLE_ANYONECANPAY],
  })
  const unreachable = () => {
    throw new Error('not expected: an endpoint')
  }
  const adapter = await bip122().create({
    ...{ ...platform, networks, endpoints: () => [], rpc: unreachable, http: unreachable },
  })
  const dialect = way in dialects ? (way as keyof typeof dialects) : 'unisat'
  const options = { id: 'w', name: 'W', dialect, provider: dialects[dialect](wallet) }
  const connector = bitcoinConnector(options)({ ...platform, networks })
  onTestFinished(async () => {
    await adapter.dispose()
    await connector.dispose()
  })
  const own = await connector.open({ namespaces: ['bip122'], networks: [caipNetworkId] })
  await (wallet.standard.features['bitcoin:connect'] as { connect(): Promise<unknown> }).connect()
  const channel = channels[way]?.(wallet)
  const session: ConnectorSession = channel
    ? {
        accounts: own.accounts,
        networks: [caipNetworkId],
        methods: { bip122: new Set(['signPsbt', 'bitcoin:signTransaction']) },
        channel: () => channel,
      }
    : own
  const { accounts } = await adapter.connect({ connector, session, network: bitcoinRegtest })
  const { address } = accounts.find(({ type }) => type === 'payment')!
  const sign = async (...types: readonly (number | undefined)[]) => {
    const psbtBase64 = psbtOf(address, types)
    const inputsToSign = types.map((_, index) => index)
    await adapter.signTransaction!(caipAddress(caipNetworkId, address), { psbtBase64, inputsToSign })
    return wallet.script.requests.at(-1)?.params
  }
  return { sign, address }
}

function psbtOf(address: string, types: readonly (number | undefined)[]): string {
  const transaction = new btc.Transaction()
  const script = btc.OutScript.encode(btc.Address(regtest).decode(address))
  for (const [index, sighashType] of types.entries()) {
    const spent = { txid: 'ab'.repeat(32), index, witnessUtxo: { script, amount: 10_000n } }
    transaction.addInput({ ...spent, ...(sighashType !== undefined && { sighashType }) })
    transaction.addOutputAddress(address, 9000n, regtest)
  }
  return Buffer.from(transaction.toPSBT()).toString('base64')
}

describe("the sighash types of a host's PSBT are part of the request", () => {
  it('to a UniSat wallet, by input', async () => {
    const { sign, address } = await signing('unisat')
    expect(await sign(SINGLE_ANYONECANPAY, undefined)).toEqual([
      expect.any(String),
      {
        autoFinalized: false,
        toSignInputs: [
          { index: 0, address, sighashTypes: [0x83] },
          { index: 1, address },
        ],
      },
    ])
  })

  it('to a wallet over WalletConnect, by input', async () => {
    const { sign, address } = await signing('WalletConnect')
    expect(await sign(SINGLE_ANYONECANPAY, undefined)).toEqual([
      expect.objectContaining({
        signInputs: [
          { index: 0, address, sighashTypes: [0x83] },
          { index: 1, address },
        ],
      }),
    ])
  })

  it('to Leather, with the default types if an input has no type', async () => {
    const { sign } = await signing('leather')
    const allowed = async (...types: (number | undefined)[]) =>
      (await sign(...types))?.map((params) => (params as { allowedSighash?: unknown }).allowedSighash)
    expect(await allowed(SINGLE_ANYONECANPAY, NONE, NONE)).toEqual([[0x83, 2]])
    expect(await allowed(SINGLE_ANYONECANPAY, undefined)).toEqual([[0x83, 0, 1]])
    expect(await allowed(undefined)).toEqual([undefined])
  })

  it('to a sats-connect wallet, if all inputs have the same type', async () => {
    const { sign, address } = await signing('sats-connect')
    const request = { psbt: expect.any(String), broadcast: false }
    const two = { ...request, signInputs: { [address]: [0, 1] } }
    expect(await sign(NONE, NONE)).toEqual([{ ...two, allowedSignHash: 2 }])
    expect(await sign(SINGLE_ANYONECANPAY, NONE)).toEqual([two])
    expect(await sign(undefined, SINGLE_ANYONECANPAY)).toEqual([two])
    expect(await sign(undefined)).toEqual([{ ...request, signInputs: { [address]: [0] } }])
  })

  it('to a wallet of wallet-standard, which gets the inputs by type', async () => {
    const { sign, address } = await signing('wallet-standard')
    const account = expect.objectContaining({ address })
    const [request] = (await sign(SINGLE_ANYONECANPAY, NONE, undefined, SINGLE_ANYONECANPAY)) ?? []
    expect((request as { inputsToSign?: unknown }).inputsToSign).toEqual([
      { account, signingIndexes: [0, 3], sigHash: 'SINGLE|ANYONECANPAY' },
      { account, signingIndexes: [1], sigHash: 'NONE' },
      { account, signingIndexes: [2] },
    ])
  })
})
