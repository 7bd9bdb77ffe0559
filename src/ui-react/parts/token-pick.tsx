import { useStyles } from '../use-styles.ts'
import { Icon } from './icon.tsx'
import { clip } from './row.tsx'
import { WalletIcon } from './wallet-icon.tsx'

const pickCss = `
.pick{display:flex;align-items:center;gap:8px;flex:none;max-width:55%;min-height:40px;padding-block:4px;padding-inline:6px 10px;border-radius:20px;background:var(--n2);font-weight:600;transition:background-color 125ms}.pick:hover{background:var(--n3)}
.pick bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.pick.none{padding-inline:14px 10px;background:var(--accent);color:var(--ink)}
@media (pointer:coarse){.pick{min-height:44px}}
`

/** Which token stands in a field, and the way to another one. */
export function TokenPick({
  symbol,
  iconUrl,
  label,
  testId,
  onClick,
}: {
  readonly symbol: string | undefined
  readonly iconUrl: string | undefined
  /** While there is none. */
  readonly label: string
  readonly testId: string
  readonly onClick: () => void
}) {
  useStyles(pickCss)
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
