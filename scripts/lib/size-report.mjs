// Writes the comment about sizes on a pull request. The measurements come from the pull request's code, so they aren't trusted. The comment contains
// only short names, units and finite numbers. Names are formatted as code, so that they contain no links or mentions.

/** The first line of the comment. Later runs find the comment by this line. */
export const marker = '<!-- latchkey-sizes -->'

/**
 * Returns the comment in Markdown.
 * @param {string} head The JSON of `npm run size` with the change.
 * @param {string | undefined} base The JSON without the change. Undefined if it couldn't be measured.
 */
export function sizeReport(head, base) {
  const before = new Map(base === undefined ? [] : rowsIn(base).map((row) => [row.name, row.value]))
  const rows = rowsIn(head).map((row) => ({ ...row, before: before.get(row.name) }))
  const over = rows.filter(({ value, limit }) => limit !== undefined && value > limit)
  const changed = rows.filter(({ value, before }) => value !== before)
  const same = rows.filter(({ value, before }) => value === before)
  return [
    marker,
    '### Sizes',
    over.length > 0 ? `**${over.length} over the limit.**` : 'All within their limits.',
    ...(base === undefined ? ['The base could not be measured.'] : []),
    ...(changed.length > 0 ? [tableOf(changed)] : ['No size changes.']),
    ...(same.length > 0
      ? [`<details><summary>${same.length} unchanged</summary>`, tableOf(same), '</details>']
      : []),
  ].join('\n\n')
}

function tableOf(rows) {
  const lines = rows.map(({ name, unit, value, before, limit }) => {
    const cells = [before, value].map((one) => (one === undefined ? '' : `${number(one)} ${unit}`.trim()))
    const verdict = limit === undefined ? '' : `${value > limit ? '**over** ' : ''}${number(limit)}`
    return `| \`${name}\` | ${cells.join(' | ')} | ${difference(before, value)} | ${verdict} |`
  })
  return [
    '| what | base | this change | difference | limit |',
    '| --- | --: | --: | --: | --: |',
    ...lines,
  ].join('\n')
}

function difference(before, value) {
  if (before === undefined) return 'new'
  if (before === value) return ''
  const percent = before === 0 ? '' : ` (${signed(((value - before) / before) * 100, 1)} %)`
  return `${signed(value - before)}${percent}`
}

function signed(value, digits = 2) {
  return `${value > 0 ? '+' : ''}${number(value, digits)}`
}

function number(value, digits = 2) {
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

function rowsIn(text) {
  const { rows } = JSON.parse(text)
  return (Array.isArray(rows) ? rows : [])
    .filter((row) => typeof row?.name === 'string' && Number.isFinite(row.value))
    .slice(0, 200)
    .map(({ name, value, unit, limit }) => ({
      name: plain(name, 120),
      value,
      unit: plain(String(unit ?? ''), 8),
      limit: Number.isFinite(limit) ? limit : undefined,
    }))
}

function plain(text, most) {
  return text.replace(/[^\w ,.:;()/+×-]/g, '').slice(0, most)
}
