import type { ManualClock } from 'latchkey/testing'
import { dayAccounts } from './day-browser.ts'
import { dayClock } from './day-clock.ts'
import { DayModel } from './day-model.ts'
import type { DayFamily, DayMode } from './day-wallets.ts'
import { type DayWorld, type DayWorldTab, memoryDays } from './day-world.ts'
import type { Seeded } from './seeded.ts'

/** The length of a long pause, in ms. The pause is longer than any wait of the app or of a slow wallet. */
const rest = 12_000
/**
 * The Polkadot accounts, written with the address prefix of the network Polkadot. The extension uses another prefix.
 */
const onPolkadot: Readonly<Record<string, string>> = {
  [dayAccounts.polkadot[0]]: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  [dayAccounts.polkadot[1]]: '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3',
}

/**
 * Simulates a random day of a visitor with up to three tabs and one extension. Compares the tabs with the model (see `DayModel`)
 * after each long pause and at the end of the day. Returns the actions of the day, and the differences from the model.
 */
export function randomDay(family: DayFamily, random: Seeded, clock: ManualClock = dayClock()) {
  return randomDayIn(memoryDays(family, clock), random)
}

/** Simulates a random day, as `randomDay` does, in the browser `world`. */
export async function randomDayIn(world: DayWorld, random: Seeded) {
  const { family, pass } = world
  const model = new DayModel(family)
  const tabs = new Map<number, DayWorldTab>()
  const log: string[] = []
  const faults: string[] = []
  let opened = 0
  /** The number of prompts that the visitor caused by an action in a tab. */
  let answered = 0
  const allModes = () => world.become(model.mode)
  const prompts = async () => (await world.state()).prompts
  const letTimePass = () => pass(random.pick([0, 20, 700, 3000, rest, rest]))
  /** Advances the clock until the promise settles. */
  async function resultOf<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
    let settled: PromiseSettledResult<T> | undefined
    const done = Promise.allSettled([promise]).then(([result]) => {
      settled = result
    })
    await world.loaded()
    for (let turn = 0; turn < 400 && !settled; turn++) await pass(100)
    if (!settled) faults.push('a promise did not settle within 40 s')
    else await done
    return settled ?? { status: 'rejected', reason: 'pending' }
  }

  async function open(how: 'fine' | 'absent' | 'failing' = 'fine') {
    const id = ++opened
    tabs.set(id, await world.open(how, model.mode))
    model.opened(id, how !== 'fine')
    return id
  }
  async function close(id: number) {
    const tab = tabs.get(id)
    tabs.delete(id)
    model.closed(id)
    await tab?.close()
  }
  const tell = async () => {
    for (const [id, tab] of tabs) {
      await tab.tell()
      model.heard(id)
    }
  }

  async function connect(id: number) {
    const tab = tabs.get(id) as DayWorldTab
    if ((await tab.shows()).status === 'connected') return 'is connected already'
    const before = (await prompts()).length
    const found = await resultOf(tab.connect())
    const asked = found.status === 'fulfilled' ? found.value : undefined
    if (!asked) return 'sees no wallet'
    const willAnswer = ['ready', 'slow', 'throws'].includes(model.mode) && !tab.absent
    if (!willAnswer) {
      await pass(random.pick([10, 2000]))
      await asked.abort()
    }
    const result = await resultOf(asked.done)
    const caused = (await prompts()).slice(before)
    answered += caused.length
    if (caused.length > 1) faults.push(`a click asked ${caused.length} times: ${caused.join()}`)
    if (result.status === 'fulfilled') {
      model.connected(id)
      // A tab stores its connection a moment after it connects. A visitor, too, takes more than 200 ms to go to another tab.
      await pass(200)
      return 'connects'
    }
    if (willAnswer && model.mode !== 'throws' && !tab.failing)
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
      return `opens tab ${await open(how)} (${how})`
    }
    if (kind === 'lock' || kind === 'unlock' || kind === 'fail') {
      const mode: DayMode =
        kind === 'lock' ? 'locked' : kind === 'unlock' ? 'ready' : random.pick(['slow', 'never', 'throws'])
      if (model.mode === mode) return `is ${mode} already`
      model.walletBecame(mode)
      await allModes()
      // Keplr doesn't tell pages that it was locked. So the tabs still show the account, as the model expects.
      if (kind === 'lock' && family === 'cosmos') for (const each of tabs.keys()) model.heard(each)
      else if (kind !== 'fail') await tell()
      return `the wallet becomes ${mode}`
    }
    if (!tab) return 'has no tab'
    switch (kind) {
      case 'close':
        await close(id)
        return `closes tab ${id}`
      case 'reload': {
        await close(id)
        const how = random.pick(['fine', 'fine', 'absent', 'failing'] as const)
        return `reloads tab ${id} as ${await open(how)} (${how})`
      }
      case 'connect':
        return `tab ${id} ${await connect(id)}`
      case 'disconnect': {
        const result = await resultOf(tab.disconnect())
        model.disconnected()
        if (result.status === 'rejected') faults.push(`disconnecting failed: ${result.reason}`)
        return `tab ${id} disconnects`
      }
      case 'select':
        if (model.mode !== 'ready') return 'can select no account'
        await world.change({ accounts: [...(await world.state()).accounts].reverse() })
        await tell()
        return `selects ${(await world.state()).accounts[0]}`
      case 'hide':
      case 'show':
        await tab.setVisible(kind === 'show')
        if (kind === 'show' && family !== 'polkadot' && family !== 'cosmos') model.heard(id)
        return `${kind}s tab ${id}`
      case 'long':
        await tab.setVisible(false)
        await pass(3_600_000)
        await tab.setVisible(true)
        return `leaves tab ${id} for an hour`
      case 'revoke':
        if (!['eip155', 'solana', 'bip122'].includes(family) || model.mode !== 'ready')
          return 'revokes nothing'
        if (tabs.size === 0 || !model.isStored) return 'has nothing to revoke'
        await pass(rest)
        if ([...tabs.keys()].every((each) => model.expects(each)?.status !== 'connected'))
          return 'has nothing to revoke'
        await world.change({ allowed: false, approved: [] })
        model.revoked()
        await tell()
        await pass(rest)
        return 'revokes the permission'
      case 'move':
      case 'chain':
        if (family !== 'eip155' || model.mode !== 'ready') return 'has no network to select'
        await world.change({ chainId: (await world.state()).chainId === '0x1' ? '0x89' : '0x1' })
        await tell()
        return `selects the network ${(await world.state()).chainId}`
      case 'switch': {
        if (family !== 'eip155' || model.mode !== 'ready' || (await tab.shows()).status !== 'connected')
          return 'switches nothing'
        const wanted = random.pick(['eip155:1', 'eip155:137'] as const)
        const before = (await prompts()).length
        const result = await resultOf(tab.switchNetwork(wanted))
        const caused = (await prompts()).length - before
        answered += caused
        if (caused > 1) faults.push(`a switch asked ${caused} times`)
        if (result.status === 'rejected') faults.push(`switching failed: ${result.reason}`)
        await tell()
        return `tab ${id} switches to ${wanted}`
      }
    }
  }

  // Every request to a cosmos wallet may prompt. So the page may show the stored key until the first signature.
  const showsSelected = () => model.mode === 'ready' && family !== 'cosmos'

  async function compare(when: string) {
    let found = await differences(when)
    // In a real browser, storage events reach the other tabs in real time.
    for (let turn = 0; turn < world.turns && found.length > 0; turn++) {
      await pass(100)
      found = await differences(when)
    }
    faults.push(...found)
  }

  async function differences(when: string): Promise<string[]> {
    const faults: string[] = []
    const stored = await world.isStored()
    if (stored !== model.isStored) faults.push(`${when}: stored is ${stored}`)
    const state = await world.state()
    if (state.prompts.length !== answered)
      faults.push(`${when}: the wallet asked without a click: ${state.prompts.slice(answered).join()}`)
    const [first = ''] = state.accounts
    const selected = onPolkadot[first] ?? first
    for (const [id, tab] of tabs) {
      const expected = model.expects(id)
      if (!expected) continue
      const { status, address, isRemembered, caipAddress } = await tab.shows()
      const isFree = expected.status === 'disconnected' && !expected.isRemembered
      if (isFree && !tab.failing && (await tab.couldSign()))
        faults.push(`${when}: tab ${id} could still sign`)
      if (status !== expected.status || isRemembered !== expected.isRemembered)
        faults.push(
          `${when}: tab ${id} is ${status}${isRemembered ? ' and remembers' : ''}, not ${JSON.stringify(expected)}`,
        )
      else if (status === 'connected' && showsSelected() && address !== selected)
        faults.push(`${when}: tab ${id} shows ${address}, the wallet ${selected}`)
      else if (family === 'eip155' && status === 'connected' && model.mode === 'ready') {
        const chain = `eip155:${Number(state.chainId)}`
        if (!caipAddress?.startsWith(`${chain}:`))
          faults.push(`${when}: tab ${id} is on ${caipAddress}, the wallet on ${chain}`)
      }
    }
    return faults
  }

  await open()
  await pass(rest)
  for (let step = 0; step < 14 && faults.length === 0; step++) {
    log.push(await act())
    const from = world.now()
    await letTimePass()
    if (world.now() - from >= rest) await compare(`after step ${step + 1}`)
  }
  if (faults.length === 0) {
    // In the evening, the wallet works again. Each tab notices this in one of three ways.
    model.walletBecame('ready')
    await allModes()
    await pass(rest)
    for (const [id, tab] of [...tabs]) {
      const way = random.pick(['tell', 'show', 'reload'] as const)
      log.push(`in the evening tab ${id} is well again: ${way}`)
      if (way === 'reload') {
        await close(id)
        await open()
        continue
      }
      await tab.recover()
      if (way === 'tell') await tab.tell()
      await tab.setVisible(false)
      await tab.setVisible(true)
      const { loadedIn } = model.tabs.get(id)!
      model.opened(id, false)
      Object.assign(model.tabs.get(id)!, { loadedIn })
    }
    if (tabs.size === 0) await open()
    await pass(rest)
    await compare('in the evening')
  }
  for (const id of [...tabs.keys()]) await close(id)
  await pass(rest)
  const left = world.timersLeft()
  if (left > 0) faults.push(`${left} timers are left`)
  return { log, faults }
}
