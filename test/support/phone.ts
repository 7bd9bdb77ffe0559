import type { Relay, RelayGate, RelayGateMode } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'
import type { Clock } from '../../src/ports.ts'
import { type App, openApp } from './walletconnect-app.ts'

/** A clock that runs faster than real time. Its timers stop while the phone sleeps. */
interface PhoneClock extends Clock {
  readonly pending: number
  sleep(): void
  /** Ends a sleep of `ms`. Runs the timers that became due in the meantime. */
  wake(ms: number): void
}

function phoneClock(speed = 1): PhoneClock {
  const timers = new Set<{ readonly due: number; readonly run: () => void; timer?: NodeJS.Timeout }>()
  const began = performance.now()
  const startedAt = Date.now()
  let skipped = 0
  let asleep = false
  let sleptAt = 0
  const now = () => startedAt + (performance.now() - began) * speed + skipped
  type Timer = typeof timers extends Set<infer T> ? T : never
  const arm = (one: Timer) => {
    clearTimeout(one.timer)
    if (asleep) return
    one.timer = setTimeout(
      () => {
        if (now() < one.due) return arm(one)
        timers.delete(one)
        one.run()
      },
      Math.min(2 ** 31 - 1, Math.max(0, one.due - now()) / speed),
    )
  }
  const after = (ms: number, run: () => void) => {
    const one: Timer = { due: now() + ms, run }
    timers.add(one)
    arm(one)
    return () => {
      clearTimeout(one.timer)
      timers.delete(one)
    }
  }
  return {
    now,
    after,
    every(ms, run) {
      let stop = () => {}
      const again = () => {
        stop = after(ms, () => {
          again()
          run()
        })
      }
      again()
      return () => stop()
    },
    get pending() {
      return timers.size
    },
    sleep() {
      asleep = true
      sleptAt = now()
      for (const one of timers) clearTimeout(one.timer)
    },
    wake(ms) {
      asleep = false
      skipped += Math.max(0, ms - (now() - sleptAt))
      for (const one of [...timers].sort((a, b) => a.due - b.due)) arm(one)
    },
  }
}

export interface Phone {
  readonly app: App
  readonly clock: PhoneClock
  readonly gate: RelayGate
  /**
   * Simulates that the visitor goes to the wallet's app. The system halts the page, and the page's socket behaves as
   * `socket` says.
   */
  leave(socket?: RelayGateMode): void
  /**
   * Simulates that the visitor comes back after `away` ms. New connections work again. With `late`, the timers that are
   * due run before the page becomes visible.
   */
  return(away: number, options?: { readonly late?: boolean }): Promise<void>
}

/** Creates broadcast channels that hold messages back while the page sleeps. */
function sleepingChannels() {
  const waiting: (() => void)[] = []
  let asleep = false
  class Channel extends BroadcastChannel {
    override set onmessage(heard: (event: MessageEvent) => void) {
      super.onmessage = (event) => {
        if (asleep) waiting.push(() => heard(event as MessageEvent))
        else heard(event as MessageEvent)
      }
    }
  }
  return {
    Channel,
    sleep() {
      asleep = true
    },
    wake() {
      asleep = false
      for (const hear of waiting.splice(0)) hear()
    },
  }
}

export interface PhoneOptions {
  readonly speed?: number
  readonly platform?: App['platform']
  /**
   * A database that the tabs of one browser share. These tabs also share broadcast channels. By default, the page shares nothing.
   */
  readonly disk?: IDBFactory
}

/** Opens a page on a phone. The page connects to the relay through a gate that the test can close. */
export async function openPhone(
  relay: Relay,
  { speed = 1, disk, ...options }: PhoneOptions = {},
): Promise<Phone> {
  const gate = await relay.openGate()
  const clock = phoneClock(speed)
  const traits = { mobile: true, ios: true, safari: true, appleSafari: true }
  const channels = sleepingChannels()
  const globals = disk && { indexedDB: disk, BroadcastChannel: channels.Channel }
  const platform = options.platform ?? memoryPlatform<Clock>({ clock, traits, ...(globals && { globals }) })
  const app = openApp({ relayUrl: gate.url, clock, platform, ...(disk && { storage: undefined }) })
  return {
    app,
    clock,
    gate,
    leave(socket = 'dead') {
      app.platform.page.setVisible(false)
      clock.sleep()
      channels.sleep()
      gate.set(socket)
    },
    async return(away, { late = false } = {}) {
      gate.set('open')
      clock.wake(away)
      channels.wake()
      if (late) await new Promise((resolve) => setTimeout(resolve, 5))
      app.platform.page.setVisible(true)
      app.platform.page.dispatch('pageshow')
    },
  }
}

/**
 * Lets a test move the time of the whole process, which includes the page, the relay, the wallet, and the library's
 * timers of a minute or longer.
 */
export function movableTime() {
  const { setTimeout: start, clearTimeout: stop, Date: date } = globalThis
  const realNow = date.now
  let moved = 0
  const held = new Map<unknown, { readonly due: number; readonly run: () => void }>()
  const now = () => realNow.call(date) + moved
  date.now = now
  globalThis.setTimeout = ((run: () => void, ms = 0, ...rest: never[]) => {
    if (ms < 60_000) return start(run, ms, ...rest)
    const timer = start(() => {}, ms)
    held.set(timer, { due: now() + ms, run })
    return timer.unref()
  }) as typeof setTimeout
  globalThis.clearTimeout = ((timer: never) => {
    held.delete(timer)
    stop(timer)
  }) as typeof clearTimeout
  return {
    move(ms: number) {
      moved += ms
    },
    /** Runs the library's timers that are due. Call this after the page's own timers have run. */
    expire() {
      for (const [timer, { due, run }] of [...held]) {
        if (due > now()) continue
        clearTimeout(timer as NodeJS.Timeout)
        run()
      }
    },
    restore() {
      Object.assign(globalThis, { setTimeout: start, clearTimeout: stop })
      date.now = realNow
    },
  }
}
