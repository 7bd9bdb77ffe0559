import { useStyles } from '../use-styles.ts'

const wholeCss = `
.whole{display:inline-flex;flex-wrap:wrap;gap:0 .5ch;font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:calc(var(--f)*1.3);line-height:1.6;user-select:all;overflow-wrap:anywhere}
.center .whole{justify-content:center}
.whole span:first-child,.whole span:last-child{color:var(--n9);font-weight:700}
`

/** A full address in groups of four, for comparison. Copying gives it without gaps. */
export function WholeAddress({ address }: { readonly address: string }) {
  useStyles(wholeCss)
  const groups = address.match(/^0x(?=[\da-f]{40}$)|.{1,4}/gisu) ?? []
  return (
    <bdi dir="ltr" className="whole" data-testid="whole-address" title={address}>
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the address.
        <span key={at}>{group}</span>
      ))}
    </bdi>
  )
}
