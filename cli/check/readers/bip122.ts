import { setTimeout as sleep } from 'node:timers/promises'
import { plainFetch, UnusableAnswer } from '../../nodes/plain-fetch.ts'
import { CliError } from '../../output/cli-error.ts'
import { exitCodes } from '../../output/exit-codes.ts'
import type { ChainReader } from '../chain-reader.ts'

interface Output {
  readonly scriptpubkey_address?: string
  readonly value: number
}
interface Transaction {
  readonly fee: number
  readonly status: { readonly confirmed: boolean; readonly block_height?: number }
  readonly vin: readonly { readonly prevout: Output | null }[]
  readonly vout: readonly Output[]
}

const pollEvery = 200

/** Reads from Esplora's HTTP API with plain fetch. */
export function bip122Reader(url: string, signal: AbortSignal): ChainReader {
  const get = async (path: string): Promise<string | undefined> => {
    const { response, text } = await plainFetch(url.replace(/\/+$/, '') + path, { signal }).catch((error) => {
      throw error instanceof UnusableAnswer ? untrue(`an answer to ${path} that ${error.message}`) : error
    })
    if (response.status === 404) return undefined
    if (response.ok) return text
    throw untrue(`status ${response.status} to ${path}`)
  }
  const json = async <T>(path: string): Promise<T | undefined> => {
    const text = await get(path)
    return text === undefined ? undefined : (JSON.parse(text) as T)
  }
  const balance = async (address: string) => {
    const unspent = (await json<readonly Output[]>(`/address/${address}/utxo`)) ?? []
    return unspent.reduce((sum, { value }) => sum + sats(value), 0n)
  }

  return {
    // CAIP-4: the first 32 characters of the genesis block's hash.
    network: async () => `bip122:${(await get('/block-height/0'))?.trim().slice(0, 32)}`,
    balance,
    decimals: async () => 8,
    async receipt({ hash }) {
      for (;;) {
        const found = await json<Transaction>(`/tx/${hash}`)
        if (found?.status.confirmed)
          return { succeeded: true, block: BigInt(found.status.block_height ?? 0), fee: sats(found.fee) }
        await sleep(pollEvery, undefined, { signal })
      }
    },
    async change({ hash }, _, address) {
      const found = await json<Transaction>(`/tx/${hash}`)
      if (!found) throw untrue(`nothing for ${hash}`)
      const own = (outputs: readonly (Output | null)[]) =>
        outputs.reduce(
          (sum, output) => sum + (output?.scriptpubkey_address === address ? sats(output.value) : 0n),
          0n,
        )
      const after = await balance(address)
      return { before: after - own(found.vout) + own(found.vin.map(({ prevout }) => prevout)), after }
    },
  }
}

function sats(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw untrue(JSON.stringify(value))
}

function untrue(what: string) {
  return new CliError(
    'rpc/invalid-value',
    exitCodes.failed,
    `The node answered with ${what} where something else was expected`,
  )
}
