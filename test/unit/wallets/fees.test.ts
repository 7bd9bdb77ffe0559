import { base58, base64 } from '@scure/base'
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describeRequest, feeRows, feeWarnings } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import type { ChainNamespace } from '../../../src/core/chain/namespace.ts'
import type { ChainNetwork } from '../../../src/core/chain/network.ts'

const coins: Readonly<Record<ChainNamespace, readonly [string, number]>> = {
  eip155: ['ETH', 18],
  solana: ['SOL', 9],
  bip122: ['BTC', 8],
  polkadot: ['DOT', 10],
  cosmos: ['ATOM', 6],
}
const networkOf = (chainNamespace: ChainNamespace) => {
  const [symbol, decimals] = coins[chainNamespace]
  return {
    id: 1,
    caipNetworkId: `${chainNamespace}:1`,
    chainNamespace,
    name: 'Test',
    nativeCurrency: { name: symbol, symbol, decimals },
    rpcUrls: { default: { http: [] } },
    ...(chainNamespace === 'cosmos' && {
      cosmos: { bech32Prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' },
    }),
  } as ChainNetwork
}
const described = async (
  namespace: ChainNamespace,
  request: { method: string; params: unknown; completed?: { params: unknown; fee?: bigint } },
  feeCap?: bigint,
) => {
  const { rows, fee } = await describeRequest(request, networkOf(namespace), { feeCap })
  return { fee, warnings: rows.filter(([name]) => name === 'WARNING').map(([, text]) => text), rows }
}

describe('the fee warning', () => {
  const ether = 10n ** 18n

  it('appears if the fee is more than a tenth of the amount', () => {
    const eip155 = networkOf('eip155')
    const cost = (fee: bigint, amount: bigint) => feeWarnings({ fee, amount }, eip155)
    expect(cost(10n ** 15n, 10n ** 16n)).toEqual([])
    expect(cost(10n ** 15n + 1n, 10n ** 16n)).toEqual(['the fee is up to 10% of the amount'])
    expect(cost(5n * 10n ** 15n, 10n ** 16n)).toEqual(['the fee is up to 50% of the amount'])
    expect(cost(10n ** 16n, 10n ** 16n)).toEqual(['the fee is at least as high as the amount'])
    // The payment has no amount to compare the fee with.
    expect(cost(10n ** 16n, 0n)).toEqual([])
  })

  it.each<[ChainNamespace, bigint, string]>([
    ['eip155', 21n * 10n ** 15n, '0.021 ETH'],
    ['solana', 1_000_000n, '0.001 SOL'],
    ['bip122', 200_000n, '0.002 BTC'],
    ['polkadot', 2_000_000_000n, '0.2 DOT'],
    ['cosmos', 100_000n, '0.1 ATOM'],
  ])('appears on %s if the fee is above ten times the fee of a plain transfer', (namespace, cap, text) => {
    const network = networkOf(namespace)
    const why = `the fee is above ${text}, ten times a plain transfer on a busy day`
    expect(feeWarnings({ fee: cap }, network)).toEqual([])
    expect(feeWarnings({ fee: cap + 1n }, network)).toEqual([why])
    // The caller can raise and lower the limit.
    expect(feeWarnings({ fee: cap + 1n }, network, cap * 2n)).toEqual([])
    expect(feeWarnings({ fee: 2n }, network, 1n)).toHaveLength(1)
    expect(feeRows({ fee: cap }, network)).toEqual([['fee', `up to ${text}`]])
  })

  it('appears if the fee is unknown', async () => {
    const { fee, warnings } = await described('eip155', {
      method: 'eth_sendTransaction',
      params: [{ from: '0xaa', to: `0x${'bb'.repeat(20)}`, value: '0x1' }],
    })
    expect(fee).toBe('fee unknown: the page leaves the fee to the wallet, WARNING: the fee is unknown')
    expect(warnings).toEqual(['the fee is unknown'])
  })

  it('uses the gas limit times the gas price on eip155', async () => {
    const asked = { from: '0xaa', to: `0x${'bb'.repeat(20)}`, value: `0x${ether.toString(16)}` }
    const whole = { ...asked, gas: '0x5208', maxFeePerGas: '0x4a817c800', maxPriorityFeePerGas: '0x1' }
    const request = { method: 'eth_sendTransaction', params: [asked], completed: { params: [whole] } }
    expect(await described('eip155', request)).toMatchObject({ fee: 'fee up to 0.00042 ETH', warnings: [] })
    expect((await described('eip155', request, 10n ** 14n)).fee).toBe(
      'fee up to 0.00042 ETH, WARNING: the fee is above 0.0001 ETH',
    )
    const { maxFeePerGas: gasPrice, maxPriorityFeePerGas: _, ...old } = whole
    expect(
      (await described('eip155', { ...request, completed: { params: [{ ...old, gasPrice }] } })).fee,
    ).toBe('fee up to 0.00042 ETH')
    const odd = { ...request, completed: { params: [{ ...whole, gas: '-1' }] } }
    await expect(described('eip155', odd)).rejects.toMatchObject({ code: 'validation/invalid-input' })
  })

  it('uses the fee that the signer pays for a solana transaction', async () => {
    const [payer, other] = [1, 2].map((seed) => new PublicKey(new Uint8Array(32).fill(seed))) as [
      PublicKey,
      PublicKey,
    ]
    const wire = (lamports: number) =>
      base64.encode(
        new VersionedTransaction(
          new TransactionMessage({
            payerKey: payer,
            recentBlockhash: base58.encode(new Uint8Array(32).fill(3)),
            instructions: [
              ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 20_000_000n }),
              ComputeBudgetProgram.setComputeUnitLimit({ units: 500 }),
              SystemProgram.transfer({ fromPubkey: payer, toPubkey: other, lamports }),
            ],
          }).compileToV0Message(),
        ).serialize(),
      )
    const ask = (lamports: number, pubkey = payer) =>
      described('solana', {
        method: 'solana_signTransaction',
        params: { transaction: wire(lamports), pubkey: String(pubkey) },
      })
    expect(await ask(150_000)).toMatchObject({ fee: 'fee up to 0.000015 SOL', warnings: [] })
    expect((await ask(149_999)).warnings).toEqual(['the fee is up to 10% of the amount'])
    expect(await ask(1, other)).toMatchObject({ fee: 'fee up to 0 SOL', warnings: [] })
  })

  it('uses the polkadot fee that the wallet read from the network', async () => {
    const payload = {
      address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
      ...{ method: '0x0403', nonce: '0x00000000', era: '0x00', tip: '0x00', version: 4 },
      ...{
        genesisHash: `0x${'11'.repeat(32)}`,
        blockHash: `0x${'11'.repeat(32)}`,
        blockNumber: '0x00000000',
      },
      ...{ specVersion: '0x00000001', transactionVersion: '0x00000001', signedExtensions: [] },
    }
    const params = { address: payload.address, transactionPayload: payload }
    const request = { method: 'polkadot_signTransaction', params }
    expect((await described('polkadot', request)).fee).toContain('unknown: the chain sets the fee')
    const completed = { params, fee: 157_000_000n }
    expect((await described('polkadot', { ...request, completed })).fee).toBe('fee up to 0.0157 DOT')
  })

  it("shows the fee of a cosmos document in the network's native token", async () => {
    const ask = (denom: string, amount: string) =>
      described('cosmos', {
        method: 'cosmos_signAmino',
        params: {
          signerAddress: 'cosmos1a',
          signDoc: {
            ...{ chain_id: '1', account_number: '1', sequence: '0', memo: '' },
            fee: { amount: [{ denom, amount }], gas: '200000' },
            msgs: [
              {
                type: 'cosmos-sdk/MsgSend',
                value: {
                  ...{ from_address: 'cosmos1a', to_address: 'cosmos1b' },
                  amount: [{ denom: 'uatom', amount: '42000' }],
                },
              },
            ],
          },
        },
      })
    const plain = await ask('uatom', '4200')
    expect(plain).toMatchObject({ fee: 'fee up to 0.0042 ATOM', warnings: [] })
    expect(plain.rows.filter(([name]) => name === 'fee')).toEqual([
      ['fee', '4200 uatom (0.0042 ATOM), for 200000 gas'],
    ])
    expect((await ask('uatom', '900000000')).warnings).toEqual([
      'the fee is at least as high as the amount',
      'the fee is above 0.1 ATOM, ten times a plain transfer on a busy day',
    ])
    expect((await ask('utusd', '1')).warnings).toEqual(['the fee is unknown'])
  })
})
