import { useStyles } from '../use-styles.ts'

const pickCss = `
.pick{display:flex;align-items:center;gap:8px;flex:none;max-width:55%;min-height:40px;padding-block:4px;padding-inline:6px 10px;border-radius:20px;background:var(--n2);font-weight:600;transition:background-color 125ms}.pick:hover{background:var(--n3)}
.pick bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.pick.worded{padding-inline:14px 10px}.pick.none{padding-inline:14px 10px;background:var(--accent);color:var(--ink)}
@media (pointer:coarse){.pick{min-height:44px}}
`

/** Adopts the styles of a button that opens a selection list, `.pick`. */
export function usePickStyles(): void {
  useStyles(pickCss)
}
