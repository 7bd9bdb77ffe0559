import { describe, expect, it } from 'vitest'
import {
  approvedMethods,
  classOf,
  safeMethods,
} from '../../../../../src/connectors/embedded/protocol/methods.ts'
import { readAppEvent, readFrameEvent } from '../../../../../src/connectors/embedded/protocol/read-event.ts'

const app = (name: unknown, payload?: unknown) =>
  readAppEvent({ type: `@w3m-app/${name}`, id: 'x', ...(payload !== undefined && { payload }) })
const frame = (name: unknown, payload?: unknown) =>
  readFrameEvent({ type: `@w3m-frame/${name}`, id: 'x', ...(payload !== undefined && { payload }) })
const rpc = (method: string, params?: unknown) => app('RPC_REQUEST', { method, params })
const refusal = (reason: string) => expect.objectContaining({ kind: 'unreadable', reason })

describe('a page event', () => {
  it.each([
    ['SWITCH_NETWORK', { chainId: 'eip155:1' }],
    ['SWITCH_NETWORK', { chainId: 1 }],
    ['CONNECT_EMAIL', { email: 'ann@example.org' }],
    ['CONNECT_DEVICE', undefined],
    ['CONNECT_OTP', { otp: '123456' }],
    ['CONNECT_SOCIAL', { uri: 'https://x.example', preferredAccountType: 'eoa', chainId: 1 }],
    ['GET_FARCASTER_URI', undefined],
    ['CONNECT_FARCASTER', undefined],
    ['GET_USER', undefined],
    ['GET_USER', { chainId: 1, preferredAccountType: 'eoa', socialUri: 'x' }],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'discord' }],
    ['SIGN_OUT', undefined],
    ['IS_CONNECTED', { token: 't' }],
    ['GET_CHAIN_ID', undefined],
    ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined],
    ['INIT_SMART_ACCOUNT', undefined],
    ['SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }],
    ['UPDATE_EMAIL', { email: 'ann@example.org' }],
    ['UPDATE_EMAIL_PRIMARY_OTP', { otp: '1' }],
    ['UPDATE_EMAIL_SECONDARY_OTP', { otp: '1' }],
    ['SYNC_THEME', { themeMode: 'dark', themeVariables: { a: 1 }, w3mThemeVariables: { b: 'c' } }],
    ['SYNC_THEME', { themeMode: 'light' }],
    ['SYNC_DAPP_DATA', { projectId: '', sdkVersion: '1', sdkType: 't' }],
    ['RELOAD', undefined],
  ])('is read with its payload if its type is %s', (name, payload) => {
    expect(app(name, payload)).toEqual({ name, id: 'x', payload })
  })

  it('is ignored if its type has a foreign prefix, and refused if its type is unknown', () => {
    for (const data of [null, 'x', {}, { type: 5 }, { type: { includes: () => true } }, { type: 'READY' }])
      expect(readAppEvent(data)).toBeUndefined()
    expect(readAppEvent({ type: 'x@w3m-app/RELOAD' })).toBeUndefined()
    for (const name of ['NOTHING', 'AWAIT_UPDATE_EMAIL', 'toString', '__proto__', ''])
      expect(app(name)).toEqual(refusal('Invalid input'))
  })

  it.each([
    ['CONNECT_EMAIL', undefined, 'Required'],
    ['CONNECT_EMAIL', {}, 'Required'],
    ['CONNECT_EMAIL', { email: 5 }, 'Expected string, received number'],
    ['CONNECT_EMAIL', { email: null }, 'Expected string, received null'],
    ['CONNECT_EMAIL', { email: 'nobody' }, 'Invalid email'],
    ['UPDATE_EMAIL', { email: 'a@' }, 'Invalid email'],
    ['CONNECT_OTP', { otp: 123456 }, 'Expected string, received number'],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'farcaster' }, 'Invalid enum value'],
    ['SYNC_THEME', { themeMode: 'blue' }, 'Invalid enum value'],
    ['SYNC_THEME', { themeVariables: 'a' }, 'Expected record, received string'],
    ['SYNC_THEME', { w3mThemeVariables: [] }, 'Expected record, received array'],
    ['SYNC_DAPP_DATA', { projectId: [] }, 'Expected string, received array'],
  ])(
    "fails with the validator's message if its type is %s and its payload is %j",
    (name, payload, reason) => {
      expect(app(name, payload)).toEqual({ kind: 'unreadable', reason, name, id: 'x' })
    },
  )

  it('is ignored if it is too large, or if its id is not a string', () => {
    expect(app('CONNECT_OTP', { otp: 'x'.repeat(1_000_001) })).toEqual(refusal('The message is too large'))
    expect(
      app(
        'RPC_REQUEST',
        Array.from({ length: 200_000 }, () => 0),
      ),
    ).toEqual(refusal('The message is too large'))
    expect(readAppEvent({ type: '@w3m-app/RELOAD', id: 5 })).toEqual(
      refusal('Expected string, received number'),
    )
  })
})

describe('an RPC request to the embedded wallet', () => {
  it('has one of 41 safe methods or of 11 methods that need approval', () => {
    expect([safeMethods.length, approvedMethods.length]).toEqual([41, 11])
    expect(new Set([...safeMethods, ...approvedMethods]).size).toBe(52)
    expect(['eth_call', 'wallet_getAssets'].map(classOf)).toEqual(['safe', 'safe'])
    expect(['personal_sign', 'solana_signMessage'].map(classOf)).toEqual(['approved', 'approved'])
    expect(['eth_sign', 'wallet_addEthereumChain', 'toString'].map(classOf)).toEqual(Array(3).fill('refused'))
  })

  it.each([
    ['eth_call', [{}]],
    ['eth_accounts', undefined],
    ['wallet_getAssets', { account: '0x' }],
    ['wallet_getCallsStatus', ['0x1']],
    ['personal_sign', ['0x', '0x']],
    [
      'wallet_sendCalls',
      [{ chainId: 1, version: '2.0.0', calls: [{ to: '0x1', data: '0x', value: '0x1' }] }],
    ],
    ['solana_signMessage', { message: 'a', pubkey: 'b' }],
    ['solana_signTransaction', { transaction: 'a' }],
    ['solana_signAllTransactions', { transactions: ['a'] }],
    ['solana_signAndSendTransaction', { transaction: 'a', options: { preflightCommitment: 'singleGossip' } }],
  ])('is accepted if its method is %s and its parameters are valid', (method, params) => {
    expect(rpc(method, params)).toMatchObject({ name: 'RPC_REQUEST', payload: { method } })
  })

  it.each([
    ['wallet_sendCalls', [{ calls: [{ to: 'abc' }] }], 'Invalid input: must start with "0x"'],
    ['wallet_sendCalls', [{ calls: [{ to: '0x', data: 'abc' }] }], 'Invalid input: must start with "0x"'],
    ['wallet_sendCalls', [{ calls: [{ to: '0x', value: 5 }] }], 'Expected string, received number'],
    ['eth_call', undefined, 'Required'],
    ['eth_call', {}, 'Expected array, received object'],
    ['solana_signMessage', ['a'], 'Expected object, received array'],
    [
      'solana_signAndSendTransaction',
      { transaction: 'a', options: { preflightCommitment: 'soon' } },
      'Invalid enum value',
    ],
    ['debug_traceCall', [], 'Invalid input'],
    ['eth_sendUserOperation', [], 'Invalid input'],
  ])(
    'fails if its method is %s and its parameters are %j, with the message: %s',
    (method, params, reason) => {
      expect(rpc(method, params)).toEqual(refusal(reason))
    },
  )
})

describe('a frame event', () => {
  it('is refused if it is READY without a payload, or an answer with an invalid payload', () => {
    expect(frame('READY', {})).toEqual({ kind: 'ready' })
    expect(frame('READY', { version: '4' })).toEqual({ kind: 'ready', version: '4' })
    expect(frame('READY')).toEqual(refusal('Required'))
    expect(frame('SESSION_UPDATE', { token: 't' })).toEqual({ kind: 'session', token: 't' })
    expect(frame('CONNECT_EMAIL_SUCCESS', { action: 'CONNECT' })).toMatchObject({ kind: 'success' })
    expect(frame('CONNECT_EMAIL_SUCCESS', { action: 'NO' })).toEqual(refusal('Invalid enum value'))
    expect(frame('GET_USER_SUCCESS', { address: '0x', chainId: 1, email: null })).toMatchObject({
      kind: 'success',
      payload: { email: null },
    })
    expect(frame('GET_FARCASTER_URI_SUCCESS', { url: 'u' })).toMatchObject({ payload: { url: 'u' } })
    expect(frame('CONNECT_FARCASTER_SUCCESS', { userName: 'u' })).toMatchObject({
      payload: { userName: 'u' },
    })
    for (const name of ['GET_FARCASTER_URI', 'CONNECT_FARCASTER'])
      expect(frame(`${name}_SUCCESS`, {})).toEqual(refusal('Required'))
    expect(frame('GET_FARCASTER_URI_SUCCESS', { url: 5 })).toEqual(
      refusal('Expected string, received number'),
    )
    const networks = { smartAccountEnabledNetworks: [1] }
    expect(frame('GET_SMART_ACCOUNT_ENABLED_NETWORKS_SUCCESS', networks)).toMatchObject({ payload: networks })
    expect(frame('RPC_REQUEST_SUCCESS', '0x1')).toMatchObject({ payload: '0x1' })
    expect(frame('CONNECT_OTP_ERROR', { message: 'no' })).toMatchObject({ kind: 'error', message: 'no' })
    expect(frame('CONNECT_OTP_WHAT')).toEqual(refusal('Invalid input'))
    expect(frame('constructor_SUCCESS')).toEqual(refusal('Invalid input'))
  })
})
