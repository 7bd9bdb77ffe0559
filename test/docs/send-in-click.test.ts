// @vitest-environment jsdom
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLatchkey, type Latchkey, type PreparedSend } from 'latchkey'
import { useLatchkey } from 'latchkey/react'
import { act, createElement, type FunctionComponent } from 'react'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { SentTransaction } from '../../src/core/wallet/transaction.ts'
import { mount, options } from '../unit/ui-react/rendering.ts'
import { codeBlocks, root } from './code-blocks.ts'

type Pay = FunctionComponent<{ readonly to: string }>

const page = codeBlocks('docs/send.md', readFileSync(join(root, 'docs/send.md'), 'utf8'))
const code = page.find((block) => block.code.includes('function Pay('))?.code ?? ''
const [first, second] = ['a-recipient', 'b-recipient']

/** Mounts the page's component, with an adapter that records the recipients of prepared transactions and of sends. */
async function open() {
  const file = join(import.meta.dirname, `send-in-click-${crypto.randomUUID()}.tsx`)
  writeFileSync(file, code)
  const { Pay }: { Pay: Pay } = await import(file).finally(() => rmSync(file))
  const prepared: string[] = []
  const sent: string[] = []
  const hanging = new Set<string>()
  const world = options()
  let answer = (_: SentTransaction) => {}
  const prepareSend: ChainAdapter['prepareSend'] = async ({ to }) => {
    if (hanging.has(to)) return new Promise<PreparedSend>(() => {})
    prepared.push(to)
    const send = () => {
      sent.push(to)
      return new Promise<SentTransaction>((resolve) => {
        answer = resolve
      })
    }
    return { send } as PreparedSend
  }
  world.family.extras = { prepareSend }
  const client: { current?: Latchkey } = {}
  const Shop = ({ to }: { readonly to: string }) => {
    client.current = useLatchkey() as Latchkey
    return createElement(Pay, { to })
  }
  const mounted = await mount(() => createLatchkey(world.options), createElement(Shop, { to: first }))
  onTestFinished(mounted.unmount)
  const button = () => mounted.container.querySelector('button')
  return {
    ...{ prepared, sent, hanging },
    payTo: (to: string) => mounted.rerender(createElement(Shop, { to })),
    connect: () => act(async () => void (await client.current?.connect({ connectorId: 'a' }))),
    disconnect: () => act(async () => client.current?.disconnect()),
    click: () => act(async () => button()?.click()),
    confirm: () => act(async () => answer({ hash: '0x01' })),
    isEnabled: () => button()?.disabled === false,
    waitUntil: (enabled: boolean, message: string) =>
      act(() => expect.poll(() => button()?.disabled, { message }).toBe(!enabled)),
  }
}

describe('the button in docs/send.md', () => {
  it('is enabled when the wallet connects after the page has loaded', async () => {
    const { connect, isEnabled, waitUntil, click, sent } = await open()
    expect(isEnabled()).toBe(false)
    await connect()
    await waitUntil(true, 'the button is enabled')
    await click()
    expect(sent).toEqual([first])
  })

  it('does not pay the previous recipient', async () => {
    const { connect, waitUntil, hanging, payTo, isEnabled, click, sent } = await open()
    await connect()
    await waitUntil(true, 'the button is enabled')
    hanging.add(second)
    await payTo(second)
    await click()
    expect(sent).toEqual([])
    expect(isEnabled()).toBe(false)
  })

  it('is disabled after the wallet is disconnected', async () => {
    const { connect, waitUntil, disconnect, isEnabled } = await open()
    await connect()
    await waitUntil(true, 'the button is enabled')
    await disconnect()
    expect(isEnabled()).toBe(false)
  })

  it('uses each prepared transaction once, and prepares another after each send', async () => {
    const { connect, waitUntil, click, confirm, isEnabled, sent, prepared } = await open()
    await connect()
    await waitUntil(true, 'the button is enabled')
    const before = prepared.length
    await click()
    expect(isEnabled()).toBe(false)
    await click()
    expect(sent).toEqual([first])
    await confirm()
    await waitUntil(true, 'the button is enabled again')
    expect(prepared).toHaveLength(before + 1)
    await click()
    expect(sent).toEqual([first, first])
  })
})
