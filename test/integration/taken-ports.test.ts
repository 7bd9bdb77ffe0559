// @module-tag ci
import { type AddressInfo, createServer } from 'node:net'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort, onFreePort } from '../../src/devnet/free-port.ts'
import { startBitcoind } from '../../src/devnet/nodes/bip122/bitcoind.ts'
import { bitcoindBinary } from '../../src/devnet/nodes/bip122/bitcoind-binary.ts'
import { simdBinary } from '../../src/devnet/nodes/cosmos/simd-binary.ts'
import { startSimdNode } from '../../src/devnet/nodes/cosmos/simd-node.ts'
import { spawnTied } from '../../src/devnet/tied-process.ts'
import { lastingPort } from '../support/lasting-port.ts'
import { canStartPostgres, startPostgres } from '../support/real-postgres.ts'

/**
 * Returns a function that picks ports. The first port is taken by another program before our program listens. The later
 * ports are free.
 */
async function takenFirst() {
  const picked: number[] = []
  return {
    picked,
    async pick(host = '127.0.0.1') {
      if (picked.length > 0) return picked[picked.push(await freePort(host)) - 1]!
      const server = createServer((socket) => socket.destroy())
      await new Promise<void>((resolve) => server.listen(0, host, resolve))
      onTestFinished(() => void server.close())
      return picked[picked.push((server.address() as AddressInfo).port) - 1]!
    },
  }
}

describe('a program whose port another program has taken', () => {
  it('starts on another port', async () => {
    const { picked, pick } = await takenFirst()
    const taken: number[] = []
    const script = `
      const server = require('node:http').createServer((_, response) => response.end('ours'))
      server.listen(Number(process.argv[1]), '127.0.0.1', () => console.log('listening'))`
    const url = await onFreePort(
      async (port) => {
        const run = spawnTied(process.execPath, ['-e', script, String(port)])
        onTestFinished(() => run.stop())
        let said = ''
        run.child.stderr?.on('data', (chunk) => {
          said += chunk
        })
        await new Promise<void>((resolve, reject) => {
          run.child.stdout?.once('data', () => resolve())
          // `close` is emitted when the output is complete.
          run.child.once('close', () => reject(new Error(said)))
        })
        return `http://127.0.0.1:${port}`
      },
      { pick, onTaken: (port) => taken.push(port) },
    )
    expect(await (await fetch(url)).text()).toBe('ours')
    expect(taken).toEqual(picked.slice(0, 1))
    expect(picked).toHaveLength(2)
  })

  it('is started at most five times, or once if it fails for another reason', async () => {
    let tries = 0
    const failing = (message: string) => async () => {
      tries++
      throw new Error(message)
    }
    await expect(onFreePort(failing('listen EADDRINUSE'), { pick: lastingPort })).rejects.toThrow(
      'EADDRINUSE',
    )
    expect(tries).toBe(5)
    await expect(onFreePort(failing('no such file'), { pick: lastingPort })).rejects.toThrow('no such file')
    expect(tries).toBe(6)
  })

  it.skipIf(!canStartPostgres)('starts on another port if the program is Postgres', async () => {
    const { picked, pick } = await takenFirst()
    const postgres = await startPostgres({ pick, durable: false })
    onTestFinished(() => postgres.stop())
    expect(picked).toHaveLength(2)
    expect(new URL(postgres.url).port).toBe(String(picked[1]))
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
  })

  const bitcoind = bitcoindBinary()
  it.skipIf(!bitcoind)('starts on another port if the program is bitcoind', async () => {
    const { picked, pick } = await takenFirst()
    const node = await startBitcoind(bitcoind!, ['-chain=regtest'], {}, pick)
    onTestFinished(() => node.stop())
    expect(picked).toHaveLength(2)
    expect(await node.rpc('getblockcount')).toBe(0)
  })

  const simd = simdBinary()
  it.skipIf(!simd)('starts on another port if the program is simd', async () => {
    const { picked, pick } = await takenFirst()
    const node = await startSimdNode(simd!, 'latchkey-taken', {}, pick)
    onTestFinished(() => node.stop())
    expect(picked).toHaveLength(2)
    expect((await fetch(`${node.url}/status`)).status).toBe(200)
  })
})
