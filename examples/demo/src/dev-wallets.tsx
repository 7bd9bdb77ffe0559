import { useEffect, useState } from 'react'
import type { DevWalletState, Manner } from '../server/dev-wallets.ts'
import { familyNames } from './world.ts'

const manners: Readonly<Record<Manner, string>> = {
  approve: 'Approves',
  reject: 'Declines',
  ignore: 'Never answers',
}

/** Shows the wallets that the demo's server adds to the page, and lets you choose how they answer. */
export function DevWallets() {
  const { wallets, command } = useDevWallets()
  return (
    <section aria-labelledby="wallets" className="panel">
      <h2 id="wallets">
        Development wallets <span className="tag">DEV</span>
      </h2>
      <p className="quiet">
        The demo's server injects them into this page and holds their keys. They announce themselves like
        browser extensions, and answer on their own, as you choose here.
      </p>
      <ul className="wallets">
        {wallets.map(({ id, name, icon, kind, families, manner, holders, asked }) => (
          <li key={id} data-testid={`dev-wallet-${id}`}>
            <img src={icon} alt="" width="40" height="40" />
            <div>
              <strong>{name}</strong>
              <span className="quiet small">
                {kind} · {families.map((family) => familyNames[family]).join(', ')}
              </span>
              {asked && <span className="quiet small">Last request: {asked}</span>}
            </div>
            <p className="actions">
              <select
                aria-label={`How ${name} answers`}
                value={manner}
                onChange={({ target }) => command({ wallet: id, manner: target.value })}
              >
                {Object.entries(manners).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
              {families.some((family) => family !== 'bip122') &&
                holders.map((holder) => (
                  <button
                    key={holder}
                    type="button"
                    aria-label={`${holder} in ${name}`}
                    onClick={() => command({ wallet: id, holder })}
                  >
                    {holder}
                  </button>
                ))}
              {families.includes('eip155') && (
                <button
                  type="button"
                  aria-label={`Switch away in ${name} to a network that this page doesn't use`}
                  onClick={() => command({ wallet: id, stray: true })}
                >
                  Switch away
                </button>
              )}
              <button
                type="button"
                aria-label={`Revoke the permission in ${name}`}
                onClick={() => command({ wallet: id, revoke: true })}
              >
                Revoke
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useDevWallets() {
  const [wallets, setWallets] = useState<readonly DevWalletState[]>([])
  useEffect(() => {
    // The script that adds the wallets already has a connection to the server.
    const { source } = (globalThis as unknown as { latchkeyTestWallets: { source: EventSource } })
      .latchkeyTestWallets
    const hear = ({ data }: MessageEvent<string>) => setWallets(JSON.parse(data))
    source.addEventListener('wallets', hear)
    fetch('/dev-wallets/state')
      .then((response) => response.json())
      .then(setWallets, () => {})
    return () => source.removeEventListener('wallets', hear)
  }, [])
  const command = (body: object) =>
    void fetch('/dev-wallets/command', { method: 'POST', body: JSON.stringify(body) }).catch(() => {})
  return { wallets, command }
}
