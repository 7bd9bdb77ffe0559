import type { Devnet } from 'latchkey/devnet'
import type { Page } from 'playwright-core'
import { type Eip155Surroundings, eip155Surroundings } from '../support/eip155-surroundings.ts'
import { announcedWallet } from './pages/announced-wallet.ts'
import { pack, unpack } from './pages/wire.ts'

export interface WalletProcess {
  /** The `ContractWorld` that the page uses now. */
  readonly world: Eip155Surroundings
}

/**
 * Injects the announced wallet into a page. Its keys, the direct access to the nodes and the verifying library stay in
 * this process. A page that runs the contract suite calls them by path.
 */
export async function walletProcess(page: Page, devnet: Devnet): Promise<WalletProcess> {
  let world = eip155Surroundings(devnet)
  let told: Promise<unknown> = Promise.resolve()
  const held = new Map<string, () => unknown>()

  const open = () => {
    world = eip155Surroundings(devnet)
    const { keys } = world
    for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
      keys.provider.on(event, (payload: unknown) => {
        const plain = payload instanceof Error ? { ...payload, message: payload.message } : payload
        told = told
          .then(() =>
            page.evaluate(
              ([name, value]) =>
                (globalThis as unknown as { latchkeyEmit(name: string, value: unknown): void }).latchkeyEmit(
                  name as string,
                  value,
                ),
              [event, plain],
            ),
          )
          .catch(() => {})
      })
    const { keys: _, wallet, chain, verifyMessage, transfer, typedData, ...facts } = world
    return { ...facts, mail: typedData.value }
  }
  open()

  const hold = (release: () => unknown) => {
    const id = `held ${held.size}`
    held.set(id, release)
    return id
  }
  const commands: Record<string, (...values: never[]) => unknown> = {
    open,
    release: (id: string) => held.get(id)?.(),
    releaseBlocks: (id: string) => held.get(id)?.(),
    hold: async (network: never) => hold(await world.chain.holdBlocks(network)),
    'wallet.nextUntil': (kind: never, id: string) =>
      world.wallet.next(kind, { until: new Promise<void>((resolve) => held.set(id, resolve)) }),
    verifyMessage: (...values: never[]) =>
      world.verifyMessage(...(values as unknown as [string, never, string])),
    verifyTypedData: (...values: never[]) =>
      world.typedData.verify(...(values as unknown as [never, string])),
  }

  await page.exposeFunction('latchkeyNode', async (call: string) => {
    const [path = '', ...values] = unpack(call) as [string, ...never[]]
    const [part, name = ''] = path.split('.') as ['wallet' | 'chain', string]
    const run =
      commands[path] ?? (world[part] as unknown as Record<string, (...all: never[]) => unknown>)[name]
    if (!run) throw new Error(`not expected: ${path}`)
    const result = await run(...values)
    // Events that this call caused arrive before its answer, as they do within one process.
    await told
    return pack(result)
  })
  await page.exposeFunction('latchkeyWallet', async (call: string) => {
    const { keys } = world
    const answer = await keys.provider.request(JSON.parse(call)).then(
      (result) => ({ result }),
      ({ code, message, data }) => ({ error: { code, message, data } }),
    )
    await told
    return JSON.stringify(answer)
  })
  await page.addInitScript(announcedWallet)
  return {
    get world() {
      return world
    },
  }
}
