/**
 * Returns an icon for a wallet without an icon, as a data URL. The icon has the first letter or digit of the wallet's name, on
 * a color that depends on the name.
 */
export function initialIcon(name: string): string {
  const [initial = '?'] = name.match(/[\p{L}\p{N}]/u) ?? []
  let hue = 0
  for (const each of name) hue = (hue * 31 + (each.codePointAt(0) ?? 0)) % 360
  const shape = `<rect width="40" height="40" rx="10" fill="hsl(${hue},45%,42%)"/>`
  const text = `<text x="20" y="27" font-family="sans-serif" font-size="20" text-anchor="middle" fill="#fff">${initial.toUpperCase()}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${shape}${text}</svg>`
  // The fragment `#letter` marks the icon as generated, so that the modal can show a logo instead.
  return `data:image/svg+xml,${encodeURIComponent(svg)}#letter`
}
