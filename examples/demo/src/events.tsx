import { displayMessage, type Latchkey } from 'latchkey'
import { useLatchkey } from 'latchkey/react'
import { useEffect, useState } from 'react'

interface Entry {
  readonly number: number
  readonly time: string
  readonly what: string
}

/** Shows the client's events, newest first. */
export function Events() {
  const latchkey = useLatchkey()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  useEffect(() => {
    const add = (what: string) =>
      setEntries((before) => {
        const time = new Date().toLocaleTimeString([], { hour12: false })
        return [{ number: (before[0]?.number ?? 0) + 1, time, what }, ...before].slice(0, 50)
      })
    return follow(latchkey, add)
  }, [latchkey])
  return (
    <section aria-labelledby="events" className="panel">
      <h2 id="events">Events</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <ol className="log" data-testid="events" tabIndex={0} aria-labelledby="events">
        {entries.length === 0 && <li className="quiet">No events yet.</li>}
        {entries.map(({ number, time, what }) => (
          <li key={number}>
            <time>{time}</time> <bdi>{what}</bdi>
          </li>
        ))}
      </ol>
    </section>
  )
}

function follow({ account, modal, network, networkSwitch, session }: Latchkey, add: (what: string) => void) {
  const stops = [
    modal.on('opened', () => add('modal opened')),
    modal.on('closed', () => add('modal closed')),
    session.on('established', ({ connections, restored }) =>
      add(
        `session ${restored ? 'restored' : 'established'}: ${connections.map(({ namespace }) => namespace).join(', ')}`,
      ),
    ),
    session.on('ended', ({ namespaces, reason }) =>
      add(`session ended by ${reason}: ${namespaces.join(', ')}`),
    ),
    account.on('connected', ({ namespace }) => add(`account connected: ${namespace}`)),
    account.on('disconnected', ({ namespace }) => add(`account disconnected: ${namespace}`)),
    network.on('activeChanged', (event) => add(`network: ${event.previous.name} to ${event.network.name}`)),
    networkSwitch.on('switched', (event) => add(`switched to ${event.network.name}`)),
    networkSwitch.on('failed', ({ error }) => add(`switch failed: ${displayMessage(error)}`)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
