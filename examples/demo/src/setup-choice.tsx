import { type Setup, setups } from './setups.ts'

export interface SetupChoiceProps {
  readonly chosen: Setup
  readonly relay: boolean
  readonly embeddedWallet: boolean
}

/** Shows links to the setups of the modal. */
export function SetupChoice({ chosen, relay, embeddedWallet }: SetupChoiceProps) {
  return (
    <nav className="setups" aria-label="Setup of the modal">
      <ul>
        {setups
          .filter(({ needsRelay }) => relay || !needsRelay)
          .filter(({ needsEmbeddedWallet }) => embeddedWallet || !needsEmbeddedWallet)
          .map(({ id, label }) => (
            <li key={id}>
              <a
                href={id === setups[0]?.id ? '/' : `/?as=${id}`}
                aria-current={id === chosen.id ? 'page' : undefined}
              >
                {label}
              </a>
            </li>
          ))}
      </ul>
      <p className="quiet small">{chosen.what}</p>
    </nav>
  )
}
