import { bitcoinChainName } from '../../../core/chain/bip122.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../../core/errors/rpc-errors.ts'
import { accountList, accountRecord, invalidAnswer, reportedNetwork } from './answers.ts'
import type { BitcoinDialect } from './dialect.ts'
import { member } from './member.ts'

/** A provider with the interface of sats-connect, as listed in `window.btc_providers`. See docs.xverse.app/sats-connect. */
export interface SatsConnectProvider {
  request(method: string, params?: unknown): Promise<unknown>
  addListener?(info: { readonly eventName: string; readonly cb: Listener }): unknown
  addListener?(event: string, listener: Listener): unknown
}

type Listener = (payload: unknown) => void

const purposes = { payment: 'payment', ordinals: 'ordinal' } as const

/** The EIP-1193 code for each of the wallet's error codes (`RpcErrorCode`) that has an equivalent. */
const codes: Readonly<Record<number, number>> = { [-32000]: 4001, [-32001]: 4200, [-32002]: 4100 }

export function satsConnectDialect(provider: SatsConnectProvider): BitcoinDialect {
  const ask = (method: string, params?: unknown) => satsConnectRequest(provider, method, params)
  const accountsFrom = (answer: unknown, method: string) => {
    const listed = member(answer, 'addresses')
    if (!Array.isArray(listed)) throw invalidAnswer(method, 'a list of addresses')
    const wanted = listed.filter((each) => Object.hasOwn(purposes, String(member(each, 'purpose'))))
    const records = wanted.map((each) => {
      const purpose = member(each, 'purpose') as keyof typeof purposes
      return accountRecord(member(each, 'address'), purposes[purpose], member(each, 'publicKey'))
    })
    return accountList(records, method)
  }
  return {
    methods: ['signMessage', 'signPsbt', 'switchNetwork'],
    async connect() {
      const wanted = Object.keys(purposes)
      try {
        return accountsFrom(await ask('wallet_connect', { addresses: wanted }), 'wallet_connect')
      } catch (error) {
        if (!isLatchkeyError(error, 'rpc/method-unsupported')) throw error
        return accountsFrom(await ask('getAddresses', { purposes: wanted }), 'getAddresses')
      }
    },
    async accounts() {
      try {
        return accountsFrom(await ask('wallet_getAccount'), 'wallet_getAccount')
      } catch (error) {
        if (isLatchkeyError(error, 'rpc/method-unsupported')) return undefined
        throw error
      }
    },
    async network() {
      const answer = await ask('wallet_getNetwork').catch((error: unknown) => {
        if (isLatchkeyError(error, 'rpc/method-unsupported')) return undefined
        throw error
      })
      return reportedNetwork(member(member(answer, 'bitcoin'), 'name'))
    },
    switchNetwork: (network) => ask('wallet_changeNetwork', { name: chainName(network) }),
    async signMessage({ address, message, scheme }) {
      const answer = await ask('signMessage', { address, message, protocol: scheme.toUpperCase() })
      return member(answer, 'signature')
    },
    async signPsbt({ psbtBase64, inputs }) {
      const signInputs: Record<string, number[]> = {}
      for (const { index, address } of inputs) signInputs[address] = [...(signInputs[address] ?? []), index]
      // The request has room for one type.
      const [allowedSignHash, ...others] = new Set(inputs.map(({ sighash }) => sighash))
      const type = allowedSignHash !== undefined && others.length === 0 && { allowedSignHash }
      const params = { psbt: psbtBase64, signInputs, broadcast: false, ...type }
      return member(await ask('signPsbt', params), 'psbt')
    },
    disconnect: () => ask('wallet_disconnect'),
    listen(tell) {
      // Older wallets take the name and the listener as two arguments.
      const isOld = (provider.addListener?.length ?? 0) >= 2
      const on = (eventName: string, cb: Listener) =>
        isOld ? provider.addListener?.(eventName, cb) : provider.addListener?.({ eventName, cb })
      const stops = [
        on('accountChange', () => tell('changed')),
        on('networkChange', () => tell('changed')),
        on('disconnect', () => tell('closed')),
      ]
      return () => {
        for (const stop of stops) if (typeof stop === 'function') stop()
      }
    },
  }
}

/** Sends a request. If the answer has an error, throws the error. */
export async function satsConnectRequest(
  provider: SatsConnectProvider,
  method: string,
  params?: unknown,
): Promise<unknown> {
  let answer: unknown
  try {
    answer = await provider.request(method, params)
  } catch (error) {
    throw renumbered(error, method)
  }
  const error = member(answer, 'error')
  if (error !== undefined && error !== null) throw renumbered(error, method)
  return member(answer, 'result')
}

function renumbered(error: unknown, method: string) {
  const inner = member(error, 'error') ?? error
  const code = codes[Number(member(inner, 'code'))]
  const message = member(inner, 'message')
  return rpcErrorFrom(code === undefined ? error : { code, message, data: error }, {
    method,
    source: 'wallet',
  })
}

function chainName(network: CaipNetworkId<'bip122'>): string {
  const name = bitcoinChainName(network) ?? ''
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
