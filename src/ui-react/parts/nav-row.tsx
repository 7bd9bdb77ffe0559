import { Icon, type IconName } from './icon.tsx'
import { IconTile } from './icon-tile.tsx'
import { Row, type RowProps } from './row.tsx'

/** Shows a row that leads to another view. The row has an icon. */
export function NavRow({
  icon,
  size,
  ...row
}: Omit<RowProps, 'lead'> & { readonly icon: IconName; readonly size?: number }) {
  return <Row tag={<Icon name="forward" size={18} />} {...row} lead={<IconTile name={icon} size={size} />} />
}
