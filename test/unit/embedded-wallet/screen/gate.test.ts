import { manualClock } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { type GateState, gate } from '../../../../src/embedded-wallet/screen/gate.ts'

function watched() {
  const clock = manualClock()
  const told: GateState[] = []
  const door = gate(clock, (state) => told.push(state))
  door.read()
  return { clock, told, door }
}

describe('the gate in front of the buttons', () => {
  it('opens when the request has been in view and in focus for half a second', async () => {
    const { clock, door } = watched()
    door.see(true)
    await clock.advance(10_000)
    expect(door.state).toMatchObject({ open: false, lacks: 'attention', lasting: true })
    door.attend(true)
    await clock.advance(499)
    expect(door.state.open).toBe(false)
    await clock.advance(1)
    expect(door.state).toEqual({ open: true, lacks: undefined, lasting: false, offersWindow: false })
  })

  it('stays shut until the end of the request has been in view', async () => {
    const clock = manualClock()
    const door = gate(clock, () => {})
    door.see(true)
    door.attend(true)
    await clock.advance(10_000)
    expect(door.state).toMatchObject({ open: false, lacks: 'reading' })
    door.read()
    expect(door.state.open).toBe(false)
    await clock.advance(500)
    expect(door.state.open).toBe(true)
    door.read()
    expect(door.state.open).toBe(true)
  })

  it.each([
    ['the request is covered', (door: ReturnType<typeof gate>) => door.see(false)],
    ['the request loses focus', (door: ReturnType<typeof gate>) => door.attend(false)],
    ['a disturbance occurs', (door: ReturnType<typeof gate>) => door.disturb()],
  ])('closes at once when %s', async (_, spoil) => {
    const { clock, door } = watched()
    door.see(true)
    door.attend(true)
    await clock.advance(400)
    spoil(door)
    door.see(true)
    door.attend(true)
    await clock.advance(499)
    expect(door.state.open).toBe(false)
    await clock.advance(1)
    expect(door.state.open).toBe(true)
    spoil(door)
    expect(door.state.open).toBe(false)
  })

  it('stays shut during a fast series of clicks', async () => {
    const { clock, door } = watched()
    door.see(true)
    door.attend(true)
    for (let click = 0; click < 10; click++) {
      await clock.advance(400)
      expect(door.state.open).toBe(false)
      door.disturb()
    }
    await clock.advance(500)
    expect(door.state.open).toBe(true)
  })

  it('stays shut until the end of a changed request has been in view', async () => {
    const { clock, door } = watched()
    door.see(true)
    door.attend(true)
    await clock.advance(500)
    expect(door.state.open).toBe(true)
    door.change()
    await clock.advance(10_000)
    expect(door.state).toMatchObject({ open: false, lacks: 'reading' })
    door.read()
    await clock.advance(500)
    expect(door.state.open).toBe(true)
  })

  it('offers to open a window while the request stays covered', async () => {
    const { clock, door, told } = watched()
    door.attend(true)
    await clock.advance(2999)
    expect(door.state).toMatchObject({ lacks: 'sight', lasting: true, offersWindow: false })
    await clock.advance(1)
    expect(told.at(-1)?.offersWindow).toBe(true)
    door.see(true)
    expect(door.state.offersWindow).toBe(false)
  })

  it("offers to open a window when the browser can't tell whether the request is in view", async () => {
    const { clock, door } = watched()
    door.see(undefined)
    door.attend(true)
    await clock.advance(60_000)
    expect(door.state).toMatchObject({ open: false, lacks: 'knowledge', offersWindow: true })
  })

  it('reports nothing after it is stopped', async () => {
    const { clock, door, told } = watched()
    door.see(true)
    door.attend(true)
    door.stop()
    const before = told.length
    await clock.advance(10_000)
    expect(told).toHaveLength(before)
    expect(door.state.open).toBe(false)
  })
})
