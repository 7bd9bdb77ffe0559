import { Icon, type IconName } from './icon.tsx'

/** Shows an icon in place of a row's picture. */
export function IconTile({
  name,
  size = 20,
}: {
  readonly name: IconName
  readonly size?: number | undefined
}) {
  return (
    <span className="tile s40 round">
      <Icon name={name} size={size} />
    </span>
  )
}
