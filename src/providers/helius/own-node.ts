import { formatUnits } from '../../core/amounts/units.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { CallOptions, JsonRpcPort } from '../../ports.ts'

/** Creates the reader of an account's holdings from the host's own node. */
export function ownNode(node: JsonRpcPort) {
  async function value(method: string, params: readonly unknown[], opts: CallOptions): Promise<unknown> {
    const answer = await node.request({ method, params }, opts)
    if (isObject(answer)) return answer.value
    throw latchkeyError('rpc/invalid-value', { values: { method } })
  }
  return {
    /** Returns the balance in lamports. */
    async coins(owner: string, opts: CallOptions): Promise<bigint> {
      const method = 'getBalance'
      const lamports = await value(method, [owner], opts)
      if (/^\d{1,20}$/.test(`${lamports}`)) return BigInt(`${lamports}`)
      throw latchkeyError('rpc/invalid-value', { values: { method } })
    },
    /** Returns the total amount in the owner's accounts of the mint. */
    async amount(owner: string, mint: string, opts: CallOptions): Promise<bigint> {
      const method = 'getTokenAccountsByOwner'
      const accounts = await value(method, [owner, { mint }, { encoding: 'base64' }], opts)
      if (!Array.isArray(accounts)) throw latchkeyError('rpc/invalid-value', { values: { method } })
      return accounts.reduce<bigint>((sum, entry) => {
        const account = isObject(entry) && isObject(entry.account) ? entry.account.data : undefined
        const bytes = Array.isArray(account) ? bytesOf(account[0]) : undefined
        // A token account starts with its mint (32 bytes), its owner (32 bytes) and its amount (8 bytes).
        if (!bytes || bytes.length < 72) throw latchkeyError('rpc/invalid-value', { values: { method } })
        return sum + new DataView(bytes.buffer).getBigUint64(64, true)
      }, 0n)
    },
    /**
     * Returns the decimals of the mint. Returns undefined for a mint with a multiplier, because its plain amount differs from the
     * amount that wallets show.
     */
    async decimals(mint: string, opts: CallOptions): Promise<number | undefined> {
      const supply = await value('getTokenSupply', [mint], opts)
      if (!isObject(supply)) return undefined
      const { amount, decimals, uiAmountString: shown } = supply
      if (!/^\d{1,20}$/.test(`${amount}`) || !Number.isInteger(decimals)) return undefined
      const plain = formatUnits(BigInt(`${amount}`), Number(decimals))
      return shown === undefined || shown === plain ? Number(decimals) : undefined
    },
  }
}

function bytesOf(base64: unknown): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(String(base64)), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
