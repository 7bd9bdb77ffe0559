import { usePickStyles } from '../form/pick-styles.ts'
import { Icon } from '../icon.tsx'
import { clip } from '../row.tsx'
import { WalletIcon } from '../wallet/wallet-icon.tsx'

/** A field's token, and a button to choose another. */
export function TokenPick({
  symbol,
  iconUrl,
  label,
  testId,
  onClick,
}: {
  readonly symbol: string | undefined
  readonly iconUrl: string | undefined
  /** Shown while no token is chosen. */
  readonly label: string
  readonly testId: string
  readonly onClick: () => void
}) {
  usePickStyles()
  return (
    <button
      type="button"
      className={symbol === undefined ? 'pick none' : 'pick'}
      data-testid={testId}
      onClick={onClick}
    >
      {symbol === undefined ? (
        label
      ) : (
        <>
          <WalletIcon name={symbol} src={iconUrl} round size={24} />
          <bdi>{clip(symbol)}</bdi>
        </>
      )}
      <Icon name="forward" size={16} />
    </button>
  )
}
