import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { View } from '../../src/controllers/shell/views.ts'
import { mainnet } from '../../src/networks/index.ts'
import type { Clock } from '../../src/ports.ts'
import { fc } from '../support/fast-check.ts'
import { modalWorld, solanaMainnet, stranger } from '../support/modal-world.ts'
import { asked, fifthOf } from '../support/seed.ts'

/** `npm run soak` sets a larger number. A failure prints the seed. */
const numRuns = asked('PROPERTY_RUNS', fifthOf(10_000))

type Family = 'eip155' | 'solana'

/** The configuration of the modal during a whole sequence. */
interface Setting {
  readonly mobile: boolean
  readonly noAdapters: boolean
  readonly manualWCControl: boolean
  readonly enableEmbedded: boolean
  readonly allowUnsupportedChain: boolean
}

/** Implements the rules of S1.2 and S1.4 a second time, independently of the code. */
class Model {
  open = false
  loading = false
  families: Partial<Record<Family, boolean>> = {}
  namespace: Family | undefined
  shakesUntil = -1
  now = 0
  shown: View = 'Connect'
  stack: View[] = ['Connect']
  active: Family = 'eip155'
  /** Whether the wallet is on a network that the host did not configure. */
  lost = false
  readonly address: Record<Family, boolean> = { eip155: false, solana: false }
  readonly told: string[] = []

  constructor(readonly setting: Setting) {}

  get here() {
    return this.address[this.active]
  }
  get stranded() {
    return (
      this.shown === 'UnsupportedChain' ||
      (this.shown === 'SwitchNetwork' && this.stack.includes('UnsupportedChain'))
    )
  }
  askToSwitch() {
    if (this.lost && !this.setting.allowUnsupportedChain && !this.stranded)
      this.begin('UnsupportedChain', undefined)
  }
  only(view: View) {
    this.shown = view
    this.stack = [view]
  }
  push(view: View) {
    if (view === this.shown) return
    this.shown = view
    this.stack.push(view)
  }
  back() {
    if (this.stack.length === 1) return this.end()
    const left = this.shown
    this.stack.pop()
    const top = this.stack.at(-1) as View
    this.shown = top === 'Connect' && this.here ? 'Account' : top
    if (left === 'SwitchNetwork' && this.shown === 'UnsupportedChain' && !this.lost) this.back()
  }
  /** Leaves an account view after a change of the family. */
  leaveAccount() {
    const isVisible = this.open || this.setting.enableEmbedded
    if (isVisible && this.shown === 'Account' && !this.here) this.only('Connect')
  }
  shake() {
    if (this.open && this.shakesUntil <= this.now) this.shakesUntil = this.now + 500
  }
  begin(view: View | undefined, namespace: Family | undefined) {
    const { manualWCControl, noAdapters, mobile } = this.setting
    const somebody = this.address[namespace ?? this.active]
    if (namespace && namespace !== this.active) this.push('SwitchNetwork')
    else if (manualWCControl || (noAdapters && !somebody))
      this.only(mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic')
    else {
      // Without an account, the request for Account opens Connect.
      const wanted = view === 'Account' ? undefined : view
      this.only(wanted ?? (somebody ? 'Account' : 'Connect'))
    }
    this.loading = true
    this.namespace = namespace
    if (namespace) this.families[namespace] = true
    if (!this.open) this.told.push(`opened ${somebody}`)
    this.open = true
  }
  end() {
    if (this.open) this.told.push(`closed ${this.here}`)
    Object.assign(this, { open: false, loading: false, families: {}, namespace: undefined, shakesUntil: -1 })
    this.only(this.setting.enableEmbedded && this.here ? 'Account' : 'Connect')
  }
}

/** A clock whose due timers run as soon as the test moves the time forward. The clock doesn't wait for promises. */
class StepClock implements Pick<Clock, 'after'> {
  #timers: { at: number; run: () => void }[] = []
  #now = 0
  after(ms: number, run: () => void) {
    const timer = { at: this.#now + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }
  get pending() {
    return this.#timers.length
  }
  pass(ms: number) {
    this.#now += ms
    const due = this.#timers.filter(({ at }) => at <= this.#now)
    this.#timers = this.#timers.filter(({ at }) => at > this.#now)
    for (const { run } of due) run()
  }
}

async function realWorld(setting: Setting) {
  const clock = new StepClock()
  const world = await modalWorld({ ...setting, deps: { clock } })
  const told: string[] = []
  world.modal.on('opened', ({ connected }) => told.push(`opened ${connected}`))
  world.modal.on('closed', ({ connected }) => told.push(`closed ${connected}`))
  return { ...world, clock, told }
}
type Real = Awaited<ReturnType<typeof realWorld>>

interface Rule {
  readonly name: string
  readonly apply: (model: Model, real: Real) => void
}

class Step implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly rule: Rule,
    readonly label: string,
  ) {}
  check = () => true
  toString = () => this.label
  async run(model: Model, real: Real): Promise<void> {
    this.rule.apply(model, real)
    // Opening on another family first awaits the code for network switches. This code has been loaded before, so a few turns are
    // enough.
    for (let turn = 0; turn < 10; turn++) await undefined
    const { modal, router } = real
    assert.deepStrictEqual(
      [modal.state, router.state.view, router.state.history, real.told],
      [
        {
          open: model.open,
          loading: model.loading,
          loadingNamespaceMap: model.families,
          namespace: model.namespace,
          shake: model.shakesUntil > model.now,
        },
        model.shown,
        model.stack,
        model.told,
      ],
    )
    assert(router.state.history.length > 0)
    assert(real.clock.pending <= 1)
    assert.deepStrictEqual(real.logged, [])
  }
}

const rule = (name: string, apply: Rule['apply']) => fc.constant(new Step({ name, apply }, name))
// Some views are listed twice, because their rules need several steps in a row.
const views: View[] = [
  'Connect',
  'Account',
  'Networks',
  'Networks',
  'SwitchNetwork',
  'SwitchNetwork',
  'ConnectingExternal',
  'WhatIsAWallet',
]

const steps = [
  fc
    .tuple(
      fc.option(fc.constantFrom(...views), { nil: undefined }),
      fc.constantFrom<(Family | undefined)[]>(undefined, 'eip155', 'solana'),
    )
    .map(
      ([view, namespace]) =>
        new Step(
          {
            name: 'open',
            apply(model, { modal }) {
              void modal.open({ view, namespace })
              model.begin(view, namespace)
            },
          },
          `open(${view}, ${namespace})`,
        ),
    ),
  fc.constantFrom(...views).map(
    (view) =>
      new Step(
        {
          name: 'push',
          apply(model, { router }) {
            router.push(view)
            model.push(view)
          },
        },
        `push(${view})`,
      ),
  ),
  rule('close', (model, { modal }) => {
    modal.close()
    model.end()
  }),
  rule('safeClose', (model, { modal }) => {
    modal.safeClose()
    if (model.stranded) model.shake()
    else model.end()
  }),
  rule('goBack', (model, { modal }) => {
    modal.goBack()
    model.back()
  }),
  rule('shake', (model, { modal }) => {
    modal.shake()
    model.shake()
  }),
  rule('300 ms pass', (model, { clock }) => {
    clock.pass(300)
    model.now += 300
  }),
  fc.constantFrom<Family[]>('eip155', 'solana').map(
    (family) =>
      new Step(
        {
          name: 'connect',
          apply(model, { connect, established }) {
            connect(family)
            established()
            model.address[family] = true
            const { enableEmbedded } = model.setting
            if (model.shown.startsWith('Connecting') || (enableEmbedded && model.shown === 'Connect'))
              model.end()
            model.askToSwitch()
          },
        },
        `connect(${family})`,
      ),
  ),
  fc.constantFrom<Family[]>('eip155', 'solana').map(
    (family) =>
      new Step(
        {
          name: 'disconnect',
          apply(model, { disconnect, ended }) {
            disconnect(family)
            ended(family)
            model.address[family] = false
            const visible = model.open || model.setting.enableEmbedded
            if (visible && family === model.active && !model.shown.startsWith('Connecting')) model.end()
          },
        },
        `disconnect(${family})`,
      ),
  ),
  rule('the wallet leaves for a chain that was not requested', (model, { moveTo }) => {
    moveTo(stranger)
    model.active = 'eip155'
    model.lost = true
    model.leaveAccount()
    model.askToSwitch()
  }),
  fc.constantFrom<Family[]>('eip155', 'solana').map(
    (family) =>
      new Step(
        {
          name: 'move',
          apply(model, { moveTo }) {
            moveTo(family === 'eip155' ? mainnet : solanaMainnet)
            model.active = family
            model.lost = false
            model.leaveAccount()
            if (model.shown === 'UnsupportedChain') model.back()
          },
        },
        `the wallet moves to ${family}`,
      ),
  ),
  fc.boolean().map(
    (fromUnsupported) =>
      new Step(
        {
          name: 'switched',
          apply(model, { switched }) {
            switched(fromUnsupported)
            if (fromUnsupported) return model.end()
            if (model.shown !== 'SwitchNetwork') return
            const at = model.stack.indexOf('Networks')
            // Goes back to the view before Networks. Closes the modal if no view is before Networks. Goes back one step if
            // Networks isn't in the history.
            if (at === 0) model.end()
            else if (at >= 1) while (model.stack.length > at) model.back()
            else model.back()
            model.leaveAccount()
          },
        },
        `switched(${fromUnsupported})`,
      ),
  ),
  rule('the switch fails', (model, { failed }) => {
    failed()
    if (model.shown === 'SwitchNetwork') model.back()
  }),
]

describe('the modal, compared with a simple model of it,', () => {
  it(`behaves like the model in ${numRuns} random sequences of actions`, async () => {
    const setting = fc.record({
      mobile: fc.boolean(),
      noAdapters: fc.boolean(),
      manualWCControl: fc.constantFrom(false, false, false, true),
      enableEmbedded: fc.boolean(),
      allowUnsupportedChain: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        setting,
        fc.commands(steps, { maxCommands: 50, size: 'max' }),
        async (chosen, commands) => {
          const real = await realWorld(chosen)
          await fc.asyncModelRun(() => ({ model: new Model(chosen), real }), commands)
          // In any state, the modal can be closed and leaves nothing behind.
          real.modal.close()
          assert.equal(real.modal.state.open, false)
          assert.equal(real.clock.pending, 0)
          real.modal.dispose()
          assert.equal(real.listeners(), 0)
        },
      ),
      { numRuns },
    )
  }, 600_000)
})
