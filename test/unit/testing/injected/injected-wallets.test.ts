import { encodeSecp256k1Pubkey } from '@cosmjs/amino'
import { encodePubkey, makeAuthInfoBytes, Registry } from '@cosmjs/proto-signing'
import { defaultRegistryTypes } from '@cosmjs/stargate'
import type { CosmosWallet } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'
import { bitcoinRegtest, cosmosHub } from '../../../../src/networks/index.ts'
import type { InjectedWeb3Provider } from '../../../../src/wallets/polkadot/wallet.ts'
import { devPage } from '../../../support/dev-page.ts'

const page = () => devPage({ networks: [bitcoinRegtest, cosmosHub], accounts: devAccounts })
const address = (family: 'polkadot' | 'cosmos', name: string) => devAccounts[name]![family]!.address

describe('the wallets injected into a page', () => {
  it('give CosmJS a signer that signs through the wallet', async () => {
    const { window, asked } = page()
    const keplr = window.keplr as CosmosWallet['provider']
    const signer = keplr.getOfflineSigner('cosmoshub-4')
    expect(Object.keys(signer).sort()).toEqual(['chainId', 'getAccounts', 'signAmino', 'signDirect'])
    expect(keplr.getOfflineSignerOnlyAmino('cosmoshub-4')).not.toHaveProperty('signDirect')
    await keplr.enable('cosmoshub-4')
    const [account] = (await signer.getAccounts()) as { address: string; pubkey: Uint8Array }[]
    expect(account).toMatchObject({ address: address('cosmos', 'alice'), algo: 'secp256k1' })
    const { pubkey } = account!
    const fee = [{ denom: 'uatom', amount: '5' }]
    expect(await keplr.getOfflineSignerAuto('cosmoshub-4')).toHaveProperty('signDirect')
    // CosmJS passes the account number as a bigint, as a string, or as the object of older versions.
    const doc = {
      chainId: 'cosmoshub-4',
      bodyBytes: new Registry([...defaultRegistryTypes]).encodeTxBody({
        messages: [
          {
            typeUrl: '/cosmos.bank.v1beta1.MsgSend',
            value: {
              fromAddress: address('cosmos', 'alice'),
              toAddress: address('cosmos', 'bob'),
              amount: fee,
            },
          },
        ],
      }),
      authInfoBytes: makeAuthInfoBytes(
        [{ pubkey: encodePubkey(encodeSecp256k1Pubkey(pubkey)), sequence: 0 }],
        fee,
        200_000,
        undefined,
        undefined,
      ),
    }
    for (const accountNumber of [7n, '7', { low: 7, high: 0, toString: () => '7' }]) {
      const { signed, signature } = (await signer.signDirect(address('cosmos', 'alice'), {
        ...doc,
        accountNumber,
      })) as { signed: { accountNumber: bigint }; signature: { signature: string } }
      expect(signed.accountNumber).toBe(7n)
      expect(Buffer.from(signature.signature, 'base64')).toHaveLength(64)
    }
    expect(asked('keplr')).toEqual(['enable', 'signDirect', 'signDirect', 'signDirect'])
  })

  it('accept event listeners in both the new and the old form of sats-connect', async () => {
    const { window, wallets } = page()
    const provider = window.DevSatsProvider as {
      request(method: string): Promise<unknown>
      addListener(event: unknown, listener?: (event: unknown) => void): () => void
    }
    const heard: string[] = []
    const stops = [
      provider.addListener({ eventName: 'disconnect', cb: () => void heard.push('object') }),
      provider.addListener('disconnect', () => void heard.push('name')),
    ]
    await provider.request('getAccounts')
    wallets.sats.bip122!.wallet.revoke()
    expect(heard).toEqual(['object', 'name'])
    for (const stop of stops) stop()
    await provider.request('getAccounts')
    wallets.sats.bip122!.wallet.revoke()
    expect(heard).toHaveLength(2)
  })

  it('report changed accounts to subscribers until they unsubscribe', async () => {
    const { window, wallets } = page()
    const injected = (window.injectedWeb3 as Record<string, InjectedWeb3Provider>)['dev-polkadot']!
    const { accounts } = await injected.enable('Host')
    const lists: string[][] = []
    const hear = (list: readonly { address: string }[]) => void lists.push(list.map((one) => one.address))
    const [alice, bob] = [address('polkadot', 'alice'), address('polkadot', 'bob')]
    const stop = accounts.subscribe(hear as never)
    await wallets.polkadot.polkadot!.wallet.select(bob)
    await expect
      .poll(() => lists.at(-1), { message: 'the newest accounts are reported' })
      .toEqual([bob, alice])
    stop()
    lists.splice(0)
    accounts.subscribe(hear as never)()
    const later: string[][] = []
    accounts.subscribe(((list: readonly { address: string }[]) => {
      later.push(list.map((one) => one.address))
    }) as never)
    await wallets.polkadot.polkadot!.wallet.select(alice)
    // When this subscriber is notified, an earlier subscriber would have been notified too.
    await expect
      .poll(() => later.at(-1), { message: 'the newest accounts are reported' })
      .toEqual([alice, bob])
    expect(lists).toEqual([])
  })
})
