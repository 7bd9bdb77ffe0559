import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { RouterController } from '../../src/controllers/shell/router-controller.ts'
import type { RouterData, View } from '../../src/controllers/shell/views.ts'
import { fc } from '../support/fast-check.ts'
import { asked, fifthOf } from '../support/seed.ts'

/** `npm run soak` sets a larger number. A failure prints the seed. */
const numRuns = asked('PROPERTY_RUNS', fifthOf(10_000))

/** A second implementation of the specification's rules of navigation, independent of the code. */
interface Model {
  shown: View
  stack: View[]
  data: RouterData | undefined
  connected: boolean
  timesEmptied: number
}

class Real {
  connected = false
  timesEmptied = 0
  readonly router = new RouterController({ connected: () => this.connected })
  constructor() {
    this.router.on('emptied', () => this.timesEmptied++)
  }
}

function back(model: Model, to: number): void {
  model.stack.length = to + 1
  const top = model.stack[to] as View
  model.shown = top === 'Connect' && model.connected ? 'Account' : top
  if (model.data?.wallet) model.data = { ...model.data, wallet: undefined }
}

function backOnce(model: Model): void {
  if (model.stack.length > 1) back(model, model.stack.length - 2)
  else {
    if (model.data?.wallet) model.data = { ...model.data, wallet: undefined }
    model.timesEmptied++
  }
}

abstract class Step implements fc.Command<Model, Real> {
  abstract act(model: Model, real: Real): void
  abstract toString(): string
  check = () => true
  run(model: Model, real: Real): void {
    const before = { snapshot: real.router.state, text: JSON.stringify(real.router.state) }
    let changes = 0
    const stop = real.router.subscribe(() => changes++)
    this.act(model, real)
    stop()
    const { state } = real.router
    // Uses node:assert, because Vitest's `expect` would take most of the test's time.
    assert.deepStrictEqual(
      [state.view, state.history, state.data, real.timesEmptied],
      [model.shown, model.stack, model.data, model.timesEmptied],
    )
    // Invariants that don't depend on the model.
    const top = state.history.at(-1)
    assert(top && (state.view === top || (state.view === 'Account' && top === 'Connect')))
    assert(Object.isFrozen(state))
    assert.equal(JSON.stringify(before.snapshot), before.text)
    assert.equal(changes > 0, state !== before.snapshot)
  }
}

class Push extends Step {
  constructor(
    readonly view: View,
    readonly data: RouterData | undefined,
  ) {
    super()
  }
  act(model: Model, { router }: Real) {
    router.push(this.view, this.data)
    if (model.shown === this.view) return
    model.stack.push(this.view)
    model.shown = this.view
    model.data = this.data
  }
  toString = () => `push(${this.view}, ${JSON.stringify(this.data)})`
}

class Replace extends Push {
  override act(model: Model, { router }: Real) {
    router.replace(this.view, this.data)
    if (model.stack.at(-1) === this.view) return
    model.stack.splice(-1, 1, this.view)
    model.shown = this.view
    model.data = this.data
  }
  override toString = () => `replace(${this.view}, ${JSON.stringify(this.data)})`
}

class Reset extends Push {
  override act(model: Model, { router }: Real) {
    router.reset(this.view, this.data)
    model.stack = [this.view]
    model.shown = this.view
    model.data = this.data
  }
  override toString = () => `reset(${this.view}, ${JSON.stringify(this.data)})`
}

class Back extends Step {
  act(model: Model, { router }: Real) {
    router.goBack()
    backOnce(model)
  }
  toString = () => 'goBack()'
}

class BackToIndex extends Step {
  constructor(readonly index: number) {
    super()
  }
  act(model: Model, { router }: Real) {
    router.goBackToIndex(this.index)
    if (this.index >= 0 && this.index < model.stack.length - 1) back(model, this.index)
  }
  toString = () => `goBackToIndex(${this.index})`
}

class Toggle extends Step {
  act(model: Model, real: Real) {
    real.connected = !real.connected
    model.connected = !model.connected
  }
  toString = () => 'connect or disconnect'
}

describe('the router, compared with a simple model of it,', () => {
  it(`behaves like the model in ${numRuns} random sequences of actions`, () => {
    const view = fc.constantFrom<View[]>('Connect', 'Account', 'AllWallets', 'Networks', 'ConnectingExternal')
    const data = fc.constantFrom<(RouterData | undefined)[]>(
      undefined,
      { email: 'a@b.c' },
      { wallet: { id: 'w', name: 'W' } },
      { wallet: { id: 'w', name: 'W' }, target: 'toToken' },
    )
    const steps = fc.commands(
      [
        fc.tuple(view, data).map(([v, d]) => new Push(v, d)),
        fc.tuple(view, data).map(([v, d]) => new Push(v, d)),
        fc.tuple(view, data).map(([v, d]) => new Replace(v, d)),
        fc.tuple(view, data).map(([v, d]) => new Reset(v, d)),
        fc.constant(new Back()),
        fc.integer({ min: -2, max: 5 }).map((index) => new BackToIndex(index)),
        fc.constant(new Toggle()),
      ],
      { maxCommands: 50, size: 'max' },
    )
    fc.assert(
      fc.property(steps, (commands) => {
        const setup = () => ({
          model: {
            shown: 'Connect' as View,
            stack: ['Connect' as View],
            data: undefined,
            connected: false,
            timesEmptied: 0,
          },
          real: new Real(),
        })
        fc.modelRun(setup, commands)
      }),
      { numRuns },
    )
  }, 600_000)
})
