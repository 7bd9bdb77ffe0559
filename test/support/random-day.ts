import type { LatchkeyOptions } from 'latchkey'
import { mainnet, polygon } from 'latchkey/networks'
import type { ManualClock } from 'latchkey/testing'
import { vi } from 'vitest'
import { type DayTab, dayAccounts, dayBrowser } from './day-browser.ts'
import { dayClock } from './day-clock.ts'
import { DayModel } from './day-model.ts'
import type { DayFamily, DayMode } from './day-wallets.ts'
import type { Seeded } from './seeded.ts'

/** A time in ms that is longer than every wait of the app and of a slow wallet. */
const rest = 12_000
/** The same accounts with the address prefix of the network Polkadot. The extension shows another prefix. */
const onPolkadot: Readonly<Record<string, string>> = {
  [dayAccounts.polkadot[0]]: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  [dayAccounts.polkadot[1]]: '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3',
}

/**
 * Simulates a random day of a visitor with up to three tabs and one extension: opens, closes, reloads, connects,
 * disconnects, locks, unlocks, switches, sleeps. Compares the tabs with the model after each long pause, and at the end
 * of the day. Returns what happened, and the differences.
 */
export async function randomDay(family: DayFamily, random: Seeded, clock: ManualClock = dayClock()) {
  const browser = dayBrowser(family, clock)
  const { state } = browser
  const model = new DayModel(family)
  const tabs = new Map<number, DayTab>()
  const log: string[] = []
  const faults: string[] = []
  let opened = 0
  /** The number of prompts that the visitor's own actions caused. */
  let answered = 0
  const options: Partial<LatchkeyOptions> =
    family === 'eip155' ? { networks: [mainnet, polygon] as never } : {}

  const allModes = () => {
    for (const tab of tabs.values()) if (tab.mode !== 'absent') tab.mode = model.mode
  }
  const pass = (ms: number) => clock.advance(ms)
  const letTimePass = () => pass(random.pick([0, 20, 700, 3000, rest, rest]))
  /** Advances the clock until the promise settles. */
  async function resultOf<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
    let settled: PromiseSettledResult<T> | undefined
    const done = Promise.allSettled([promise]).then(([result]) => {
      settled = result
    })
    // The first action of a kind loads its code in real time.
    await vi.dynamicImportSettled()
    for (let turn = 0; turn < 400 && !settled; turn++) await pass(100)
    if (!settled) faults.push('a promise did not settle within 40 s')
    else await done
    return settled ?? { status: 'rejected', reason: 'pending' }
  }

  function open(how: 'fine' | 'absent' | 'failing' = 'fine') {
    const id = ++opened
    const tab = browser.open({
      mode: how === 'absent' ? 'absent' : model.mode,
      failing: how === 'failing',
      options,
    })
    tabs.set(id, tab)
    model.opened(id, how !== 'fine')
    return id
  }
  async function close(id: number) {
    const tab = tabs.get(id)
    tabs.delete(id)
    model.closed(id)
    await tab?.close()
  }
  const tell = (ids: Iterable<number> = tabs.keys()) => {
    for (const id of ids) {
      tabs.get(id)?.tell()
      model.heard(id)
    }
  }
  const statusOf = (tab: DayTab) => tab.latchkey.account.state[family]

  async function connect(id: number) {
    const tab = tabs.get(id) as DayTab
    if (statusOf(tab).status === 'connected') return 'is connected already'
    await tab.latchkey.connector.discover()
    const [connector] = tab.latchkey.connector.state.connectors
    if (!connector) return 'sees no wallet'
    const before = state.prompts.length
    const control = new AbortController()
    const asked = tab.latchkey.connect({ connectorId: connector.id }, { signal: control.signal })
    const willAnswer = ['ready', 'slow', 'throws'].includes(tab.mode)
    if (!willAnswer) {
      asked.catch(() => {})
      await pass(random.pick([10, 2000]))
      control.abort()
    }
    const result = await resultOf(asked)
    const shown = state.prompts.length - before
    answered += shown
    if (shown > 1) faults.push(`a click asked ${shown} times: ${state.prompts.slice(before).join()}`)
    if (result.status === 'fulfilled') {
      model.connected(id)
      // A tab stores its connection a moment later. A visitor takes longer than that to go to another tab.
      await pass(200)
      return 'connects'
    }
    if (willAnswer && tab.mode !== 'throws' && !tab.failing)
      faults.push(`connecting failed: ${result.reason}`)
    return 'fails to connect'
  }

  async function act(): Promise<string> {
    const ids = [...tabs.keys()]
    const id = ids.length > 0 ? random.pick(ids) : 0
    const tab = tabs.get(id)
    const kinds = ['open', 'open', 'close', 'reload', 'reload', 'connect', 'connect', 'connect'] as const
    const more = ['disconnect', 'lock', 'unlock', 'unlock', 'fail', 'select', 'hide', 'show', 'move'] as const
    const rare = ['revoke', 'chain', 'switch', 'long'] as const
    const kind = random.pick([...kinds, ...more, ...rare])
    if (kind === 'open') {
      if (tabs.size >= 3) return 'has enough tabs'
      const how = random.pick(['fine', 'fine', 'fine', 'absent', 'failing'] as const)
      return `opens tab ${open(how)} (${how})`
    }
    if (kind === 'lock' || kind === 'unlock' || kind === 'fail') {
      const mode: DayMode =
        kind === 'lock' ? 'locked' : kind === 'unlock' ? 'ready' : random.pick(['slow', 'never', 'throws'])
      if (model.mode === mode) return `is ${mode} already`
      model.walletBecame(mode)
      allModes()
      // Keplr doesn't report to pages that it was locked.
      if (kind === 'lock' && family === 'cosmos') for (const each of tabs.keys()) model.heard(each)
      else if (kind !== 'fail') tell()
      return `the wallet becomes ${mode}`
    }
    if (!tab) return 'has no tab'
    switch (kind) {
      case 'close':
        await close(id)
        return `closes tab ${id}`
      case 'reload': {
        await close(id)
        return `reloads tab ${id} as ${open(random.pick(['fine', 'fine', 'absent', 'failing']))}`
      }
      case 'connect':
        return `tab ${id} ${await connect(id)}`
      case 'disconnect': {
        const result = await resultOf(tab.latchkey.disconnect())
        model.disconnected()
        if (result.status === 'rejected') faults.push(`disconnecting failed: ${result.reason}`)
        return `tab ${id} disconnects`
      }
      case 'select':
        if (model.mode !== 'ready') return 'can select no account'
        state.accounts = [...state.accounts].reverse()
        tell()
        return `selects ${state.accounts[0]}`
      case 'hide':
      case 'show':
        tab.platform.page.setVisible(kind === 'show')
        if (kind === 'show' && family !== 'polkadot' && family !== 'cosmos') model.heard(id)
        return `${kind}s tab ${id}`
      case 'long':
        tab.platform.page.setVisible(false)
        await pass(3_600_000)
        tab.platform.page.setVisible(true)
        return `leaves tab ${id} for an hour`
      case 'revoke':
        if (!['eip155', 'solana', 'bip122'].includes(family) || model.mode !== 'ready')
          return 'revokes nothing'
        if (tabs.size === 0 || !model.isStored) return 'has nothing to revoke'
        await pass(rest)
        if ([...tabs.keys()].every((each) => model.expects(each)?.status !== 'connected'))
          return 'has nothing to revoke'
        state.allowed = false
        state.approved = []
        model.revoked()
        tell()
        await pass(rest)
        return 'revokes the permission'
      case 'move':
      case 'chain':
        if (family !== 'eip155' || model.mode !== 'ready') return 'has no network to select'
        state.chainId = state.chainId === '0x1' ? '0x89' : '0x1'
        tell()
        return `selects the network ${state.chainId}`
      case 'switch': {
        if (family !== 'eip155' || model.mode !== 'ready' || statusOf(tab).status !== 'connected')
          return 'switches nothing'
        const wanted = random.pick(['eip155:1', 'eip155:137'] as const)
        const before = state.prompts.length
        const result = await resultOf(tab.latchkey.switchNetwork(wanted))
        const shown = state.prompts.length - before
        answered += shown
        if (shown > 1) faults.push(`a switch asked ${shown} times`)
        if (result.status === 'rejected') faults.push(`switching failed: ${result.reason}`)
        tell()
        return `tab ${id} switches to ${wanted}`
      }
    }
  }

  // A page can't ask a wallet of cosmos without a prompt, so it may show the stored key until the first signature.
  const showsSelected = () => model.mode === 'ready' && family !== 'cosmos'

  async function compare(when: string) {
    const stored = browser.stored() !== undefined
    if (stored !== model.isStored) faults.push(`${when}: stored is ${stored}`)
    if (state.prompts.length !== answered) {
      faults.push(`${when}: the wallet asked without a click: ${state.prompts.slice(answered).join()}`)
      answered = state.prompts.length
    }
    const [first = ''] = state.accounts
    const selected = onPolkadot[first] ?? first
    for (const [id, tab] of tabs) {
      const expected = model.expects(id)
      if (!expected) continue
      const { status, address, rememberedWallet, caipAddress } = statusOf(tab)
      const isFree = expected.status === 'disconnected' && !expected.isRemembered
      // If the app shows no connection, it must not be able to sign either.
      if (isFree && !tab.failing && (await tab.latchkey.adapter(family)).connections().length > 0)
        faults.push(`${when}: tab ${id} could still sign`)
      if (status !== expected.status || (rememberedWallet !== undefined) !== expected.isRemembered)
        faults.push(
          `${when}: tab ${id} is ${status}${rememberedWallet ? ' and remembers' : ''}, not ${JSON.stringify(expected)}`,
        )
      else if (status === 'connected' && showsSelected() && address !== selected)
        faults.push(`${when}: tab ${id} shows ${address}, the wallet ${selected}`)
      else if (family === 'eip155' && status === 'connected' && model.mode === 'ready') {
        const chain = `eip155:${Number(state.chainId)}`
        if (!caipAddress?.startsWith(`${chain}:`))
          faults.push(`${when}: tab ${id} is on ${caipAddress}, the wallet on ${chain}`)
      }
    }
  }

  open()
  await pass(rest)
  for (let step = 0; step < 14 && faults.length === 0; step++) {
    log.push(await act())
    const from = clock.now()
    await letTimePass()
    if (clock.now() - from >= rest) await compare(`after step ${step + 1}`)
  }
  if (faults.length === 0) {
    // In the evening, the wallet works again. Each tab finds out in one of three ways.
    model.walletBecame('ready')
    allModes()
    await pass(rest)
    for (const [id, tab] of [...tabs]) {
      tab.failing = false
      tab.mode = 'ready'
      const way = random.pick(['tell', 'show', 'reload'] as const)
      log.push(`in the evening tab ${id} is well again: ${way}`)
      if (way === 'reload') {
        await close(id)
        open()
        continue
      }
      tab.appear()
      if (way === 'tell') tab.tell()
      tab.platform.page.setVisible(false)
      tab.platform.page.setVisible(true)
      const { loadedIn } = model.tabs.get(id)!
      model.opened(id, false)
      Object.assign(model.tabs.get(id)!, { loadedIn })
    }
    if (tabs.size === 0) open()
    await pass(rest)
    await compare('in the evening')
  }
  for (const id of [...tabs.keys()]) await close(id)
  await pass(rest)
  if (clock.pending > 0) faults.push(`${clock.pending} timers are left`)
  return { log, faults }
}
