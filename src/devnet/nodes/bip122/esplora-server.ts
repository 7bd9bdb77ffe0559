import type { MiddlewareHandler } from 'hono'
import type { StartOptions } from '../../family-devnet.ts'
import { HttpRefusal } from '../../server/http-refusal.ts'
import {
  type DevApp,
  type DevContext,
  type LoopbackServer,
  reply,
  serveLoopback,
} from '../../server/loopback-server.ts'
import { type BitcoinNode, NodeRefusal } from './bitcoin-node.ts'
import type { ChainIndex, IndexedTransaction } from './chain-index.ts'
import { addressView, outspendView, statusView, transactionView, unspentView } from './esplora-views.ts'
import type { Miner } from './miner.ts'

/** An object is sent as JSON, a string as text. */
type Answer = object | string

/** In bytes. The limit leaves room for the hex of a transaction as large as a block. */
const bodyLimit = 8_000_000
/** The cache of scripts is cleared when it has this many addresses. */
const mostScripts = 10_000
/** Confirmed transactions per page. */
const pageOfSettled = 25
/** Esplora estimates the fee for a confirmation within each of these numbers of blocks. */
const targets = [...Array.from({ length: 25 }, (_, at) => at + 1), 144, 504, 1008]

/**
 * Serves Esplora's HTTP API for a local network on a free port. Further routes are `POST /devnet/mine?blocks=1` and `POST /devnet/automine?on=false`.
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
  const transaction = (txid: string): IndexedTransaction => {
    const found = index.transaction(txid)
    if (!found) throw new HttpRefusal(404, 'Transaction not found')
    return found
  }
  const tip = () => index.tip ?? { height: 0, hash: '' }

  const sync: MiddlewareHandler = async (_, next) => {
    await index.sync()
    await next()
  }

  const shown = (c: DevContext, transactions: readonly IndexedTransaction[]) =>
    written(
      c,
      transactions.map((each) => transactionView(index, each)),
    )

  function routes(app: DevApp): void {
    app.post('/tx', async (c) => written(c, await broadcast(c.var.body)))
    app.post('/devnet/mine', async (c) => {
      await miner.mine(Math.min(Math.max(Number(c.req.query('blocks') ?? 1) || 1, 1), 200))
      return written(c, {})
    })
    app.post('/devnet/automine', (c) => {
      miner.automine = c.req.query('on') !== 'false'
      miner.notify()
      return written(c, {})
    })
    app.post('*', () => {
      throw new HttpRefusal(404, 'Not found')
    })

    app.all('/blocks/tip/height', sync, (c) => written(c, String(tip().height)))
    app.all('/blocks/tip/hash', sync, (c) => written(c, tip().hash))
    app.all('/block-height/:height{\\d{1,9}}', sync, (c) => {
      const block = index.block(Number(c.req.param('height')))
      if (!block) throw new HttpRefusal(404, 'Block not found')
      return written(c, block.hash)
    })
    app.all('/fee-estimates', sync, async (c) => written(c, await feeEstimates(node)))
    app.all('/address/:address{\\w{1,100}}', sync, async (c) => {
      const address = c.req.param('address')
      return written(c, addressView(index, address, await scriptOf(address)))
    })
    app.all('/address/:address{\\w{1,100}}/utxo', sync, async (c) =>
      written(c, unspentView(index, await scriptOf(c.req.param('address')))),
    )
    app.all('/address/:address{\\w{1,100}}/txs', sync, async (c) => {
      const all = index.ofScript(await scriptOf(c.req.param('address')))
      const waiting = all.filter(({ block }) => !block).slice(0, 50)
      const settled = all.filter(({ block }) => block).slice(0, pageOfSettled)
      return shown(c, [...waiting, ...settled])
    })
    app.all('/address/:address{\\w{1,100}}/txs/chain/:last{[0-9a-f]{64}}', sync, async (c) => {
      const { address, last } = c.req.param()
      const settled = index.ofScript(await scriptOf(address)).filter(({ block }) => block)
      const from = settled.findIndex(({ decoded }) => decoded.txid === last) + 1
      return shown(c, settled.slice(from, from + pageOfSettled))
    })
    const tx = '/tx/:txid{[0-9a-f]{64}}'
    app.all(tx, sync, (c) => written(c, transactionView(index, transaction(c.req.param('txid')))))
    app.all(`${tx}/hex`, sync, (c) => written(c, transaction(c.req.param('txid')).decoded.hex))
    app.all(`${tx}/status`, sync, (c) => written(c, statusView(transaction(c.req.param('txid')))))
    app.all(`${tx}/outspend/:vout{\\d{1,6}}`, sync, (c) => {
      const { txid, vout } = c.req.param()
      if (!transaction(txid).decoded.vout[Number(vout)]) throw new HttpRefusal(404, 'Output not found')
      return written(c, outspendView(index, txid, Number(vout)))
    })
    app.all('*', (c) => {
      throw new HttpRefusal(/^\/(address|tx)\//.test(c.req.path) ? 400 : 404, 'Invalid request')
    })
  }

  async function broadcast(body: Buffer): Promise<string> {
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

  return serveLoopback({ allowedOrigins, bodyLimit, routes })
}

/** A local chain has no market for fees, so the estimates are multiples of the minimum rate, in sats per vbyte. */
async function feeEstimates(node: BitcoinNode): Promise<Answer> {
  const least = await node.feeFloor()
  const rates = targets.map((target) => [target, least * (target <= 2 ? 3 : target <= 10 ? 2 : 1)])
  return Object.fromEntries(rates)
}

function written(c: DevContext, answer: Answer): Response {
  return typeof answer === 'string'
    ? reply(c, { contentType: 'text/plain; charset=utf-8', body: answer })
    : reply(c, { contentType: 'application/json', body: JSON.stringify(answer) })
}
