import type { StartOptions } from '../../family-devnet.ts'
import { HttpRefusal } from '../../server/http-refusal.ts'
import {
  type LocalAnswer,
  type LocalRequest,
  type LoopbackServer,
  serveLoopback,
} from '../../server/loopback-server.ts'
import { type BitcoinNode, NodeRefusal } from './bitcoin-node.ts'
import type { ChainIndex, IndexedTransaction } from './chain-index.ts'
import { addressView, outspendView, statusView, transactionView, unspentView } from './esplora-views.ts'
import type { Miner } from './miner.ts'

/** A response: an object becomes JSON, a string becomes text. */
type Answer = object | string

/** The maximum request body in bytes: a transaction of a whole block's size, in hex. */
const bodyLimit = 8_000_000
/** How many addresses to cache with their scripts before the cache is cleared. */
const mostScripts = 10_000
/** The number of confirmed transactions per page. */
const pageOfSettled = 25
/** The confirmation targets, in blocks, of Esplora's fee estimates. */
const targets = [...Array.from({ length: 25 }, (_, at) => at + 1), 144, 504, 1008]

/**
 * Serves Esplora's HTTP API for a local network on a port that the operating system picks. Also serves `POST
 * /devnet/mine?blocks=1` and `POST /devnet/automine?on=false`.
 */
export async function serveEsplora(
  node: BitcoinNode,
  index: ChainIndex,
  miner: Miner,
  { allowedOrigins }: Pick<StartOptions, 'allowedOrigins'> = {},
): Promise<LoopbackServer> {
  const scripts = new Map<string, string>()
  const scriptOf = async (address: string) => {
    const known = scripts.get(address)
    if (known !== undefined) return known
    const script = await node.scriptOf(address)
    if (script === undefined) throw new HttpRefusal(400, 'Invalid Bitcoin address')
    if (scripts.size >= mostScripts) scripts.clear()
    scripts.set(address, script)
    return script
  }
  const transaction = (txid = ''): IndexedTransaction => {
    const found = index.transaction(txid)
    if (!found) throw new HttpRefusal(404, 'Transaction not found')
    return found
  }
  const tip = () => index.tip ?? { height: 0, hash: '' }

  const reads: readonly (readonly [RegExp, (...parts: string[]) => Answer | Promise<Answer>])[] = [
    [/^\/blocks\/tip\/height$/, () => String(tip().height)],
    [/^\/blocks\/tip\/hash$/, () => tip().hash],
    [
      /^\/block-height\/(\d{1,9})$/,
      (height) => {
        const block = index.block(Number(height))
        if (!block) throw new HttpRefusal(404, 'Block not found')
        return block.hash
      },
    ],
    [/^\/fee-estimates$/, () => feeEstimates(node)],
    [
      /^\/address\/(\w{1,100})$/,
      async (address = '') => addressView(index, address, await scriptOf(address)),
    ],
    [/^\/address\/(\w{1,100})\/utxo$/, async (address = '') => unspentView(index, await scriptOf(address))],
    [
      /^\/address\/(\w{1,100})\/txs$/,
      async (address = '') => {
        const all = index.ofScript(await scriptOf(address))
        const waiting = all.filter(({ block }) => !block).slice(0, 50)
        const settled = all.filter(({ block }) => block).slice(0, pageOfSettled)
        return [...waiting, ...settled].map((one) => transactionView(index, one))
      },
    ],
    [
      /^\/address\/(\w{1,100})\/txs\/chain\/([0-9a-f]{64})$/,
      async (address = '', last = '') => {
        const settled = index.ofScript(await scriptOf(address)).filter(({ block }) => block)
        const from = settled.findIndex(({ decoded }) => decoded.txid === last) + 1
        return settled.slice(from, from + pageOfSettled).map((one) => transactionView(index, one))
      },
    ],
    [/^\/tx\/([0-9a-f]{64})$/, (txid) => transactionView(index, transaction(txid))],
    [/^\/tx\/([0-9a-f]{64})\/hex$/, (txid) => transaction(txid).decoded.hex],
    [/^\/tx\/([0-9a-f]{64})\/status$/, (txid) => statusView(transaction(txid))],
    [
      /^\/tx\/([0-9a-f]{64})\/outspend\/(\d{1,6})$/,
      (txid = '', vout) => {
        if (!transaction(txid).decoded.vout[Number(vout)]) throw new HttpRefusal(404, 'Output not found')
        return outspendView(index, txid, Number(vout))
      },
    ],
  ]

  async function broadcast(body: Buffer): Promise<Answer> {
    const hex = body.toString('latin1').trim()
    try {
      const txid = await node.broadcast(hex)
      miner.notify()
      return txid
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error
      const { code, message } = error
      throw new HttpRefusal(400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`)
    }
  }

  async function control(path: string, query: URLSearchParams): Promise<Answer> {
    if (path === '/devnet/mine') {
      await miner.mine(Math.min(Math.max(Number(query.get('blocks') ?? 1) || 1, 1), 200))
      return {}
    }
    if (path !== '/devnet/automine') throw new HttpRefusal(404, 'Not found')
    miner.automine = query.get('on') !== 'false'
    miner.notify()
    return {}
  }

  async function answer({ method, url, body }: LocalRequest): Promise<Answer> {
    const { pathname, searchParams } = url
    if (method === 'POST') return pathname === '/tx' ? broadcast(body) : control(pathname, searchParams)
    for (const [pattern, run] of reads) {
      const parts = pattern.exec(pathname)?.slice(1)
      if (!parts) continue
      await index.sync()
      return run(...parts)
    }
    // Esplora answers a malformed id and an unknown id with the same status.
    throw new HttpRefusal(/^\/(address|tx)\//.test(pathname) ? 400 : 404, 'Invalid request')
  }

  return serveLoopback({
    allowedOrigins,
    bodyLimit,
    answer: async (request) => written(await answer(request)),
  })
}

/** Fee estimates in sats per vbyte. A new chain has none, so a fast transaction costs three times the minimum rate. */
async function feeEstimates(node: BitcoinNode): Promise<Answer> {
  const least = await node.feeFloor()
  const rates = targets.map((target) => [target, least * (target <= 2 ? 3 : target <= 10 ? 2 : 1)])
  return Object.fromEntries(rates)
}

function written(answer: Answer): LocalAnswer {
  return typeof answer === 'string'
    ? { contentType: 'text/plain; charset=utf-8', body: answer }
    : { contentType: 'application/json', body: JSON.stringify(answer) }
}
